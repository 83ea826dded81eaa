// Names that git, on some file system, takes for its own folder: what stands in there makes git run programs.

/** Code points that HFS+ passes over in a name. */
const PASSED_OVER = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;
/** `.git`, its short name on NTFS, and both with what Windows drops behind a name or takes for a stream of it. */
const GITS_NAME = /^(?:\.git|git~\d+)[ .]*(?::.*)?$/iu;

export function leadsIntoGit(path: string): boolean {
  return path.split(/[\\/]/).some((part) => GITS_NAME.test(part.normalize("NFKC").replace(PASSED_OVER, "")));
}
