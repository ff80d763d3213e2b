/** How samples are stored. */
export type SampleEncoding =
  | "pcm_u8"
  | "pcm_s16"
  | "pcm_s24"
  | "pcm_s32"
  | "float32"
  | "float64"
  | "mulaw"
  | "alaw";

/** Reads the sample at a byte offset, scaled to a full scale of 1. */
export type SampleReader = (view: DataView, offset: number) => number;

/** µ-law (ITU-T G.711): the complement has a sign, three bits of exponent, and four of mantissa. */
export function decodeMulaw(byte: number): number {
  const code = ~byte & 0xff;
  const magnitude = ((((code & 0x0f) << 3) + 0x84) << ((code & 0x70) >> 4)) - 0x84;
  return (code & 0x80 ? -magnitude : magnitude) / 32768;
}

/** A-law (ITU-T G.711): every second bit is inverted; exponent 0 has no implied leading one. */
export function decodeAlaw(byte: number): number {
  const code = byte ^ 0x55;
  const exponent = (code & 0x70) >> 4;
  const mantissa = ((code & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return (code & 0x80 ? magnitude : -magnitude) / 32768;
}

/** A reader for one-byte samples that looks them up in a table of 256 values. */
function byTable(decode: (byte: number) => number): SampleReader {
  const table = Float32Array.from({ length: 256 }, (_, byte) => decode(byte));
  return (view, offset) => table[view.getUint8(offset)] ?? 0;
}

export function sampleReader(encoding: SampleEncoding): SampleReader {
  switch (encoding) {
    case "pcm_u8":
      return (view, offset) => (view.getUint8(offset) - 128) / 128;
    case "pcm_s16":
      return (view, offset) => view.getInt16(offset, true) / 32768;
    case "pcm_s24":
      return (view, offset) => ((view.getInt8(offset + 2) << 16) | view.getUint16(offset, true)) / 8388608;
    case "pcm_s32":
      return (view, offset) => view.getInt32(offset, true) / 2147483648;
    case "float32":
      return (view, offset) => view.getFloat32(offset, true);
    case "float64":
      return (view, offset) => view.getFloat64(offset, true);
    case "mulaw":
      return byTable(decodeMulaw);
    case "alaw":
      return byTable(decodeAlaw);
  }
}
