/** WebVTT and SubRip files as the entries of a transcript. */
import { type CaptionsFileFormat, parseText, tokenizeVTTCue, type VTTNode } from "media-captions";
import type { Input } from "../contract/types.ts";
import { type Detail, usage } from "../failure.ts";

type Entry = Input<"TranscriptEntryRequest">;

/**
 * An entry for each voice of each cue, in the order of time. The speaker is AGENT where a voice tag (`<v Agent>`) or
 * a prefix ("Agent: ") says so, USER everywhere else.
 * @throws Failure (usage) with file:line for each cue that cannot be read, and for a file without cues
 */
export async function parseCaptions(text: string, type: CaptionsFileFormat, file: string): Promise<Entry[]> {
  const { cues, errors } = await parseText(text, { type, strict: false, errors: true });
  const details: Detail[] = errors.map((error) => ({
    where: `${file}:${error.line}:1`,
    message: error.message.replace(/ on line \d+$/, ""),
  }));
  if (details.length > 0)
    throw usage("the transcript cannot be read", { details, code: "manifest", hint: "nothing was sent" });
  const entries = cues
    .flatMap((cue) => {
      const parts = partsOf(tokenizeVTTCue(cue));
      return parts.map(({ voice, words }) => ({
        start_offset_ms: Math.round(cue.startTime * 1000),
        end_offset_ms: Math.round(cue.endTime * 1000),
        speaker: voice !== undefined && /\bagent\b/i.test(voice) ? "AGENT" : "USER",
        utterance: words,
      }));
    })
    .sort((a, b) => a.start_offset_ms - b.start_offset_ms);
  if (entries.length === 0) throw usage("the transcript holds no cue with words", { where: file });
  return entries;
}

/** Words of one voice; no voice is named by cues without tag and prefix. */
interface Part {
  readonly voice: string | undefined;
  readonly words: string;
}

const PREFIX = /^\s*(agent|user|customer|caller)\s*:\s*/i;

/** What each voice of a cue says, markup and line breaks removed. */
function partsOf(nodes: readonly VTTNode[]): Part[] {
  const lines = join(nodes.flatMap((node) => voiced(node, undefined))).flatMap(({ voice, words }) =>
    voice === undefined ? byPrefix(words) : [{ voice, words }],
  );
  return lines
    .map(({ voice, words }) => ({ voice, words: words.replace(/\s+/g, " ").trim() }))
    .filter(({ words }) => words !== "");
}

function voiced(node: VTTNode, voice: string | undefined): Part[] {
  if (node.type === "text") return [{ voice, words: node.data }];
  const inner = node.type === "v" ? node.voice : voice;
  return node.children.flatMap((child) => voiced(child, inner));
}

/** Neighbours of one voice become one part. */
function join(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const { voice, words } of parts) {
    const last = joined.at(-1);
    if (last && last.voice === voice) joined[joined.length - 1] = { voice, words: last.words + words };
    else joined.push({ voice, words });
  }
  return joined;
}

/** A line with a speaker's prefix begins a part; a line without continues the one before. */
function byPrefix(words: string): Part[] {
  let voice: string | undefined;
  const lines = words.split("\n").map((line) => {
    voice = PREFIX.exec(line)?.[1] ?? voice;
    return { voice, words: ` ${line.replace(PREFIX, "")}` };
  });
  return join(lines);
}
