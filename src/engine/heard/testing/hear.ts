import type { ToolCall, TranscriptEntry } from "../../metrics/conversation.ts";
import { factsHeard } from "../facts-heard.ts";
import { lexiconOf } from "../lexicon.ts";
import type { Dialogue } from "./unseen-dialogues.ts";

/** What became of the facts of a dialogue. */
export function heardIn({ language, facts, lines }: Pick<Dialogue, "language" | "facts" | "lines">) {
  const lexicon = lexiconOf(language);
  if (!lexicon) throw new Error(`no words for ${language}`);
  const transcript: TranscriptEntry[] = [];
  const tool_calls: ToolCall[] = [];
  for (const line of lines) {
    const [mark, text] = [line.slice(0, 1), line.slice(3)];
    if (mark === "T") {
      const brace = text.indexOf("{");
      tool_calls.push({ name: text.slice(0, brace).trim(), parameters: JSON.parse(text.slice(brace)) });
    } else transcript.push({ speaker: mark === "A" ? "AGENT" : "USER", utterance: text });
  }
  const known = Object.entries(facts).map(([name, value]) => ({ name, value: String(value) }));
  return factsHeard({ transcript, tool_calls }, known, lexicon);
}
