/** Recordings by their content: the first bytes say what a file is, whatever its name. */
import { extname } from "node:path";
import type { RECORDING_FORMATS } from "../contract/values.ts";
import { usage } from "../failure.ts";

type Ending = (typeof RECORDING_FORMATS)[number];

interface Format {
  readonly name: string;
  /** Endings of file names, with the media type that each stands for. */
  readonly media_types: Readonly<Partial<Record<Ending, string>>>;
  matches(head: Buffer): boolean;
}

const textAt = (head: Buffer, start: number, length: number) =>
  head.toString("latin1", start, start + length);

const FORMATS: readonly Format[] = [
  {
    name: "WAV",
    media_types: { ".wav": "audio/wav" },
    matches: (head) => ["RIFF", "RF64"].includes(textAt(head, 0, 4)) && textAt(head, 8, 4) === "WAVE",
  },
  {
    name: "MP3",
    media_types: { ".mp3": "audio/mpeg" },
    matches: (head) => textAt(head, 0, 3) === "ID3" || isLayer3Frame(head),
  },
  {
    name: "MP4",
    media_types: { ".mp4": "video/mp4", ".m4a": "audio/mp4" },
    matches: (head) => textAt(head, 4, 4) === "ftyp",
  },
];

/** ISO 11172-3 frame header: eleven set bits, a version that is not reserved, layer III. */
function isLayer3Frame(head: Buffer): boolean {
  const [first = 0, second = 0] = head;
  return first === 0xff && (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08;
}

const endings = FORMATS.flatMap((format) => Object.keys(format.media_types)).join(", ");

/**
 * The media type of a recording.
 * @param head its first bytes, at least 12
 * @throws Failure (usage) for another format, and for a name that promises another one
 */
export function mediaTypeOf(head: Buffer, file: string): string {
  const ending = extname(file).toLowerCase();
  const format = FORMATS.find((candidate) => candidate.matches(head));
  const promised = FORMATS.find((candidate) => Object.hasOwn(candidate.media_types, ending));
  if (!promised)
    throw usage(`a recording is one of ${endings}${ending && `, not ${ending}`}`, {
      where: file,
      hint: format ? `its content is ${format.name}` : "convert it first",
    });
  if (format !== promised)
    throw usage(
      format
        ? `the file is named ${ending} but its content is ${format.name}`
        : `the file is named ${ending} but its content is not ${promised.name}`,
      { where: file, hint: format ? "rename it" : `convert it to one of ${endings}` },
    );
  return format.media_types[ending as Ending] ?? "application/octet-stream";
}
