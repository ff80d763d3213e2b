/**
 * Why a recording cannot be read as WAV.
 *
 * - `not_wav`: the first bytes are not those of a WAV file (big-endian RIFX is not supported)
 * - `missing_format`: the samples come before the format
 * - `bad_format`: the format chunk is too short, or its numbers contradict each other
 * - `unsupported_encoding`: this kind or width of samples is not supported
 * - `unsupported_channels`: no channel, or too many
 * - `unsupported_sample_rate`: outside the range of recordings
 * - `bad_sample`: a floating-point sample is not a number
 * - `truncated`: the file ends before everything that its headers announce
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

/** A recording that is not a readable WAV file, or only the beginning of one. */
export class WavError extends Error {
  readonly code: WavErrorCode;

  constructor(code: WavErrorCode, message: string) {
    super(message);
    this.name = "WavError";
    this.code = code;
  }
}
