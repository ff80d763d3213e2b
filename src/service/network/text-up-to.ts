/** The text of a body, or undefined if it has more bytes than this. The rest is not read. */
export async function textUpTo(
  body: AsyncIterable<Uint8Array>,
  bytes_maximum: number,
): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > bytes_maximum) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
