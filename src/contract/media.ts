/**
 * Recordings of calls: their file name endings, media types and first bytes. Both the command line and the service use
 * this, so they cannot disagree about a file. It loads no library.
 */

/** The format of a recording by its file name ending. */
const ENDINGS = {
  ".mp3": { format: "MP3", media_type: "audio/mpeg" },
  ".mp4": { format: "MP4", media_type: "video/mp4" },
  ".wav": { format: "WAV", media_type: "audio/wav" },
  ".m4a": { format: "MP4", media_type: "audio/mp4" },
} as const;

type Ending = keyof typeof ENDINGS;
export type RecordingFormat = (typeof ENDINGS)[Ending]["format"];
export type RecordingMediaType = (typeof ENDINGS)[Ending]["media_type"];

/** File name endings that E2 accepts for recordings. */
export const RECORDING_ENDINGS = Object.keys(ENDINGS) as readonly Ending[];

/** Media types that programs write into data URLs of these formats, after `audio/` or `video/`. */
export const RECORDING_SUBTYPES = [
  "mpeg",
  "mp3",
  "mp4",
  "x-m4a",
  "m4a",
  "aac",
  "wav",
  "wave",
  "x-wav",
  "vnd.wave",
] as const;

/** The format according to the ending of a file name or a URL's path. Undefined for other endings. */
export function recordingByName(
  name: string,
): { readonly format: RecordingFormat; readonly media_type: RecordingMediaType } | undefined {
  const ending = RECORDING_ENDINGS.find((candidate) => name.toLowerCase().endsWith(candidate));
  return ending && ENDINGS[ending];
}

/** How many first bytes are needed to distinguish the formats. */
export const RECORDING_HEAD_BYTES = 12;

/**
 * The format of a recording according to its first `RECORDING_HEAD_BYTES`. Undefined if it is not a known
 * one.
 */
export function recordingFormat(head: Uint8Array): RecordingFormat | undefined {
  if (isWav(head)) return "WAV";
  if (hasText(head, 4, "ftyp")) return "MP4";
  return hasText(head, 0, "ID3") || isMp3Frame(head) ? "MP3" : undefined;
}

/**
 * The media type of a recording according to its first `RECORDING_HEAD_BYTES`. Undefined if it is not a known
 * one.
 */
export function recordingMediaType(head: Uint8Array): RecordingMediaType | undefined {
  const format = recordingFormat(head);
  if (format === "MP4") return hasText(head, 8, "M4A") ? "audio/mp4" : "video/mp4";
  return format && (format === "WAV" ? "audio/wav" : "audio/mpeg");
}

/** Whether the bytes begin a WAV file: RIFF, or RF64 and BW64, which can have more than 4 GB. */
export function isWav(head: Uint8Array): boolean {
  return ["RIFF", "RF64", "BW64"].some((id) => hasText(head, 0, id)) && hasText(head, 8, "WAVE");
}

/** Whether the bytes begin a frame of MPEG audio layer III: sync, a version, a bit rate and a sample rate that exist. */
function isMp3Frame(bytes: Uint8Array): boolean {
  const [sync = 0, version = 0, rates = 0] = bytes;
  const synced = sync === 0xff && (version & 0xe0) === 0xe0;
  const reserved = (version & 0x18) === 0x08 || rates >> 4 === 0xf || (rates & 0x0c) === 0x0c;
  return synced && (version & 0x06) === 0x02 && !reserved;
}

function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
