/** The same bytes in pieces of `size` but for the last, however they came. */
export async function* piecesOf(size: number, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const part of source) {
    waiting.push(part);
    length += part.length;
    if (length < size) continue;
    const whole = Buffer.concat(waiting);
    const cut = whole.length - (whole.length % size);
    for (let at = 0; at < cut; at += size) yield whole.subarray(at, at + size);
    waiting = [whole.subarray(cut)];
    length = whole.length - cut;
  }
  if (length > 0) yield Buffer.concat(waiting);
}
