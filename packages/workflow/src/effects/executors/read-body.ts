/** Null when there is more than may be kept: the rest, however much it unpacks to, is never asked for. */
export async function readBody(response: Response, bytesMax: number): Promise<Uint8Array | null> {
  if (response.body === null) return new Uint8Array();
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  for (let total = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    total += value.length;
    if (total > bytesMax) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
}
