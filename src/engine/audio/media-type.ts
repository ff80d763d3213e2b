/** The media types of recordings that are told apart. */
export type RecordingMediaType = "audio/wav" | "audio/mpeg" | "audio/mp4" | "video/mp4";

function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** Whether the bytes begin a frame of MPEG audio layer III: sync, a version, a bit rate and a sample rate that exist. */
function isMp3Frame(bytes: Uint8Array): boolean {
  const [sync = 0, version = 0, rates = 0] = bytes;
  const synced = sync === 0xff && (version & 0xe0) === 0xe0;
  const reserved = (version & 0x18) === 0x08 || rates >> 4 === 0xf || (rates & 0x0c) === 0x0c;
  return synced && (version & 0x06) === 0x02 && !reserved;
}

/** The media type of a recording by its first 12 bytes, or null when it is none of the known ones. */
export function sniffMediaType(bytes: Uint8Array): RecordingMediaType | null {
  if (hasText(bytes, 0, "RIFF") && hasText(bytes, 8, "WAVE")) return "audio/wav";
  if (hasText(bytes, 4, "ftyp")) return hasText(bytes, 8, "M4A") ? "audio/mp4" : "video/mp4";
  if (hasText(bytes, 0, "ID3") || isMp3Frame(bytes)) return "audio/mpeg";
  return null;
}
