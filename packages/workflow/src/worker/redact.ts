// Secrets reach a bundle through the environment, and leak through what it prints and throws. Their values are known
// here, so debug lines and recorded errors name them instead. What a role yields is the author's data and is not touched.

const SECRET_NAME = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH/i;
/** Shorter values would hit ordinary words. */
const SECRET_CHARS_MIN = 8;

export type Redact = (text: string) => string;

export function redactor(env: Record<string, string | undefined>): Redact {
  const secrets = Object.entries(env)
    .flatMap(([name, value]) =>
      SECRET_NAME.test(name) && value !== undefined && value.length >= SECRET_CHARS_MIN
        ? [{ name, value }]
        : [],
    )
    // A secret that contains another goes first, whole.
    .sort((a, b) => b.value.length - a.value.length);
  return (text) => {
    let redacted = text;
    for (const { name, value } of secrets) redacted = redacted.replaceAll(value, `[${name}]`);
    return redacted;
  };
}
