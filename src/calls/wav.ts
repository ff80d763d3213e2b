/**
 * The number of channels that a WAV file's header states; undefined where its `fmt ` chunk is not within `head`.
 * Layout: RIFF, size, WAVE, then chunks of a four-letter name, a 32-bit little-endian size and, padded to an even
 * length, their bytes. In `fmt ` the channels are the second 16-bit number.
 */
export function wavChannels(head: Buffer): number | undefined {
  for (let at = 12; at + 12 <= head.length; ) {
    if (head.toString("latin1", at, at + 4) === "fmt ") return head.readUInt16LE(at + 10);
    const size = head.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return undefined;
}
