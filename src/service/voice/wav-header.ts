import { SAMPLE_RATE } from "../../engine/voice/pcm.ts";

export const WAV_HEADER_BYTES = 44;
const BYTES_A_SAMPLE = 2;

/** The header of a WAV file of 16 bits at the rate of a line. @param bytes the size of its samples */
export function wavHeader(bytes: number, channels: number): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write("RIFF", 0);
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + bytes, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * channels * BYTES_A_SAMPLE, 28);
  header.writeUInt16LE(channels * BYTES_A_SAMPLE, 32);
  header.writeUInt16LE(8 * BYTES_A_SAMPLE, 34);
  header.write("data", 36);
  header.writeUInt32LE(bytes, 40);
  return header;
}
