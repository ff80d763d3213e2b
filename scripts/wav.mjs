export const HEADER_BYTES = 44;

/** The header of a RIFF WAVE file with 16-bit PCM samples; `bytes` is the size of the samples that follow. */
export function wavHeader({ channels, rate, bytes }) {
  const frame = channels * 2;
  const header = Buffer.alloc(HEADER_BYTES);
  header.write("RIFF", 0);
  header.writeUInt32LE(bytes + HEADER_BYTES - 8, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20); // PCM
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * frame, 28);
  header.writeUInt16LE(frame, 32);
  header.writeUInt16LE(16, 34); // bits a sample
  header.write("data", 36);
  header.writeUInt32LE(bytes, 40);
  return header;
}
