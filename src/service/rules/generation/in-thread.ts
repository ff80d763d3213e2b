/** The long parts of generation. They need no store, so a thread can do them. */
import { GENERATION_MAXIMUM } from "../../../contract/limits.ts";
import type { Output } from "../../../contract/types.ts";
import type { AgentTexts } from "../../../engine/generation/agent-texts.ts";
import { type GenerationRequest, generate } from "../../../engine/generation/generate.ts";
import { recordedToolCalls } from "../../../engine/generation/recorded-tool-calls.ts";
import type { Recording } from "../../../engine/generation/replay.ts";
import { effectfulRule, type StatedTools } from "../../../engine/metrics/tools/effectful.ts";
import { type PromptReading, type Proposal, propose } from "../../../engine/policies/propose.ts";
import { assignRoles } from "../../../engine/transcript/assign-roles.ts";
import { formatTranscript } from "../../../engine/transcript/parse.ts";
import { intentOf } from "../digital-humans/transcripts.ts";
import { withTraits } from "./records.ts";

/** A text in any usual format, or the submission of a call as JSON. */
export type RecordedSource = { readonly transcript: string } | { readonly submission: string };

/** The contents of a recorded conversation, and their size. */
export interface ReplayRead {
  /** JSON: `Recorded`. */
  readonly recorded: string;
  readonly turns: number;
  /** Characters of its transcript. */
  readonly length: number;
  /** Characters of its tool calls. */
  readonly tool_calls_length: number;
}

type Recorded = Pick<Recording, "original_transcript" | "formatted_transcript" | "tool_calls" | "intent">;

/** What the request says about a recording, and its contents. */
export interface RecordingText extends Omit<Recording, keyof Recorded> {
  /** JSON: `Recorded`. */
  readonly recorded: string;
}

/** Does the long parts of generation without blocking other work. */
export interface GenerationThread {
  readReplay(source: RecordedSource): Promise<ReplayRead>;
  /** Digital humans, each as JSON: `Generated`. */
  generate(wanted: Generating): Promise<readonly string[]>;
  /** The policies of a prompt. */
  propose(wanted: Proposing): Promise<readonly Proposal[]>;
}

/** A prompt, and what its agent's record says about its tools. */
export interface Proposing extends Pick<PromptReading, "prompt" | "goals">, StatedTools {}

export const proposals = ({ effectful, read_only, ...texts }: Proposing): Proposal[] =>
  propose({
    ...texts,
    tools: [...(effectful ?? []), ...(read_only ?? [])],
    isEffectful: effectfulRule({ effectful, read_only }),
  });

export interface Generating {
  readonly request: Omit<GenerationRequest, "recordings">;
  readonly recordings: readonly RecordingText[];
  readonly texts: AgentTexts;
  readonly seed: string;
  readonly traits: Output<"GenerateDigitalHumans">["traits"];
}

export async function readReplay(source: RecordedSource): Promise<ReplayRead> {
  const said = "transcript" in source ? await ofText(source.transcript) : ofCall(source.submission);
  return {
    recorded: JSON.stringify({ ...said, intent: intentOf(said.formatted_transcript) } satisfies Recorded),
    turns: said.formatted_transcript.length,
    length: said.original_transcript.length,
    tool_calls_length: JSON.stringify(said.tool_calls).length,
  };
}

/** Each digital human as JSON: `Generated`. */
export function generateTexts({ request, recordings, texts, seed, traits }: Generating): string[] {
  const read = recordings.map(({ recorded, ...rest }) => ({
    ...(JSON.parse(recorded) as Recorded),
    ...rest,
  }));
  const made = generate({ ...request, recordings: read }, texts, { seed, maximum: GENERATION_MAXIMUM });
  return made.map((one) => JSON.stringify(withTraits(one, { traits })));
}

const ofText = async (text: string): Promise<Omit<Recorded, "intent">> => ({
  original_transcript: text,
  formatted_transcript: await formatTranscript(text),
  tool_calls: recordedToolCalls(text),
});

/** The original transcript of a call as lines with speakers, because its submission does not have one. */
function ofCall(submission: string): Omit<Recorded, "intent"> {
  const {
    transcript,
    tool_calls,
  }: Pick<Output<"EvaluateRequest">, "transcript" | "tool_calls"> = JSON.parse(submission);
  const entries = (transcript ?? []).map(({ speaker, utterance }) => ({
    speaker,
    utterance: utterance.replace(/\s+/g, " ").trim(),
  }));
  const { turns } = assignRoles(entries);
  return {
    original_transcript: turns.map(({ role, utterance }) => `${role}: ${utterance}`).join("\n"),
    formatted_transcript: turns.map(({ role, utterance }) => ({ role, utterance })),
    tool_calls: (tool_calls ?? []).flatMap(({ name, parameters }) =>
      name ? [{ name, ...(parameters && { parameters }) }] : [],
    ),
  };
}
