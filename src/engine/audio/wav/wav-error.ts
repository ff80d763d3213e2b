/**
 * Why a recording cannot be read as WAV.
 *
 * - `not_wav`: the first bytes are not those of a WAV file (big-endian RIFX is not read)
 * - `missing_format`: the samples come before the format
 * - `bad_format`: the format chunk is too short, or its numbers contradict each other
 * - `unsupported_encoding`: samples of a kind or width that is not decoded
 * - `unsupported_channels`: no channel, or more than are read
 * - `unsupported_sample_rate`: outside the range of recordings
 * - `bad_sample`: a floating-point sample that is not a number
 * - `truncated`: the file ends before what its headers announce
 */
export type WavErrorCode =
  | "not_wav"
  | "missing_format"
  | "bad_format"
  | "unsupported_encoding"
  | "unsupported_channels"
  | "unsupported_sample_rate"
  | "bad_sample"
  | "truncated";

/** A recording that is not, or not all of, a readable WAV file. */
export class WavError extends Error {
  readonly code: WavErrorCode;

  constructor(code: WavErrorCode, message: string) {
    super(message);
    this.name = "WavError";
    this.code = code;
  }
}
