import type { SampleEncoding } from "./sample-encoding.ts";
import { WavError } from "./wav-error.ts";

/** The contents of a WAV file's format chunk. */
export interface WavFormat {
  encoding: SampleEncoding;
  channel_count: number;
  sample_rate_hz: number;
  /** Bytes of one sample of one channel. */
  sample_bytes: number;
}

/** The size of the longest format chunk, WAVE_FORMAT_EXTENSIBLE. */
export const MAX_FORMAT_BYTES = 40;
const MIN_FORMAT_BYTES = 16;

/** A header can declare 65,535 channels. Calls have one or two, conferences a few. */
const MAX_CHANNELS = 16;
const MIN_SAMPLE_RATE_HZ = 4000;
const MAX_SAMPLE_RATE_HZ = 384_000;

const EXTENSIBLE = 0xfffe;

/** The bytes after the format tag in the GUID of a WAVE_FORMAT_EXTENSIBLE sub-format. */
const SUBFORMAT_TAIL = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71];

/** Encodings by format tag and bits per sample. */
const ENCODINGS: ReadonlyMap<string, SampleEncoding> = new Map([
  ["1/8", "pcm_u8"],
  ["1/16", "pcm_s16"],
  ["1/24", "pcm_s24"],
  ["1/32", "pcm_s32"],
  ["3/32", "float32"],
  ["3/64", "float64"],
  ["6/8", "alaw"],
  ["7/8", "mulaw"],
]);

/** Reads the body of a format chunk (at most its first 40 bytes). Throws `WavError`. */
export function parseWavFormat(bytes: Uint8Array): WavFormat {
  if (bytes.length < MIN_FORMAT_BYTES) throw new WavError("bad_format", "the format chunk is too short");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const channel_count = view.getUint16(2, true);
  const sample_rate_hz = view.getUint32(4, true);
  const blockAlign = view.getUint16(12, true);
  const bits = view.getUint16(14, true);
  const tag = formatTag(view);
  const encoding = ENCODINGS.get(`${tag}/${bits}`);
  if (encoding === undefined) {
    throw new WavError("unsupported_encoding", `format ${tag} with ${bits} bits per sample is not decoded`);
  }
  if (channel_count < 1 || channel_count > MAX_CHANNELS) {
    throw new WavError("unsupported_channels", `${channel_count} channels; 1 to ${MAX_CHANNELS} are read`);
  }
  if (sample_rate_hz < MIN_SAMPLE_RATE_HZ || sample_rate_hz > MAX_SAMPLE_RATE_HZ) {
    throw new WavError(
      "unsupported_sample_rate",
      `${sample_rate_hz} Hz; ${MIN_SAMPLE_RATE_HZ} to ${MAX_SAMPLE_RATE_HZ} Hz are read`,
    );
  }
  const sample_bytes = bits / 8;
  if (blockAlign !== channel_count * sample_bytes) {
    throw new WavError(
      "bad_format",
      `a block of ${blockAlign} bytes does not hold ${channel_count} samples of ${bits} bits`,
    );
  }
  return { encoding, channel_count, sample_rate_hz, sample_bytes };
}

/** The format tag, or the tag of the sub-format if the format is WAVE_FORMAT_EXTENSIBLE. */
function formatTag(view: DataView): number {
  const tag = view.getUint16(0, true);
  if (tag !== EXTENSIBLE) return tag;
  if (view.byteLength < MAX_FORMAT_BYTES) {
    throw new WavError("bad_format", "the extensible format chunk is too short");
  }
  if (SUBFORMAT_TAIL.some((byte, index) => view.getUint8(26 + index) !== byte)) {
    throw new WavError("unsupported_encoding", "the sub-format is not one of the known ones");
  }
  return view.getUint16(24, true);
}
