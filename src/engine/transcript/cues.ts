import { clockToMs, offsets } from "./offsets.ts";
import { prefixedEntries } from "./prefixed-lines.ts";
import type { Entry } from "./turn.ts";

const TIMING = /^\s*([\d:.,]{4,12})\s+-->\s+([\d:.,]{4,12})/;
const VOICE = /^<v(?:\.[^\s>]*)?\s+([^>]*)>/;
const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&nbsp;": " ",
  "&lrm;": "",
  "&rlm;": "",
};

function plainText(markup: string): string {
  return markup
    .replace(/<[^>]{0,200}>/g, "")
    .replace(/\{\\an?\d\}/g, "")
    .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim();
}

function cueEntries(payload: readonly string[]): Entry[] {
  const entries: Entry[] = [];
  for (const line of payload) {
    const voice = VOICE.exec(line.trim())?.[1];
    const text = plainText(line);
    const previous = entries.at(-1);
    if (voice !== undefined) entries.push({ speaker: voice.trim(), utterance: text });
    else if (text.startsWith("-")) entries.push(...lineEntries(text.replace(/^-+\s*/, "")));
    else if (previous && prefixedEntries(text) === null)
      previous.utterance = `${previous.utterance} ${text}`.trim();
    else entries.push(...lineEntries(text));
  }
  return entries;
}

function lineEntries(text: string): Entry[] {
  return prefixedEntries(text) ?? [{ speaker: null, utterance: text }];
}

/**
 * Entries of WebVTT (speakers from `<v Name>` tags) and SRT cues; null when the text has no cue timings. A cue without
 * a speaker, and a cue of the speaker before it, continue that entry: captions break sentences wherever a line is full.
 */
export function cuesToEntries(text: string): Entry[] | null {
  const entries: Entry[] = [];
  let found = false;
  for (const block of text.split(/\n[ \t]*\n/)) {
    const lines = block.split("\n").filter((line) => line.trim() !== "");
    const at = lines.findIndex((line) => TIMING.test(line));
    const timing = TIMING.exec(lines[at] ?? "");
    if (!timing?.[1] || !timing[2]) continue;
    found = true;
    const end = clockToMs(timing[2]);
    for (const entry of cueEntries(lines.slice(at + 1))) {
      const previous = entries.at(-1);
      const sameSpeaker =
        previous && previous.speaker !== null && previous.speaker === (entry.speaker ?? previous.speaker);
      if (sameSpeaker) {
        previous.utterance = `${previous.utterance} ${entry.utterance}`.trim();
        Object.assign(previous, offsets(undefined, end));
      } else entries.push({ ...entry, ...offsets(clockToMs(timing[1]), end) });
    }
  }
  return found ? entries : null;
}
