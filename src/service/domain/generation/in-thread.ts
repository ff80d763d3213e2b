/** The long parts of generation. They need no store, so a thread can do them. */
import { GENERATION_MAXIMUM } from "../../../contract/limits.ts";
import type { Output } from "../../../contract/types.ts";
import { type GenerationRequest, generate } from "../../../engine/generation/generate.ts";
import { recordedToolCalls } from "../../../engine/generation/recorded-tool-calls.ts";
import type { Recording } from "../../../engine/generation/replay.ts";
import type { StatedTools } from "../../../engine/metrics/tools/effectful.ts";
import type { AgentTexts } from "../../../engine/policies/agent-texts.ts";
import { parametersIn, toolsIn } from "../../../engine/policies/agent-tools.ts";
import {
  type ModelAnswers,
  type ModelRule,
  type NamedTool,
  readModelRule,
} from "../../../engine/policies/model-rule.ts";
import { type PromptReading, type Proposal, propose } from "../../../engine/policies/propose.ts";
import { mistakesIn, type ReviewedPolicy } from "../../../engine/policies/review.ts";
import { assignRoles } from "../../../engine/transcript/assign-roles.ts";
import { formatTranscript } from "../../../engine/transcript/parse.ts";
import { intentOf } from "../digital-humans/intent-of.ts";
import type { RecordedSource, ReplayRead, TranscriptThread } from "../digital-humans/transcripts.ts";
import { withTraits } from "./records.ts";

type Recorded = Pick<Recording, "original_transcript" | "formatted_transcript" | "tool_calls" | "intent">;

/** What the request says about a recording, and its contents. */
export interface RecordingText extends Omit<Recording, keyof Recorded> {
  /** JSON: `Recorded`. */
  readonly recorded: string;
}

/** Does the long parts of generation without blocking other work. */
export interface GenerationThread extends TranscriptThread {
  /** Digital humans, each as JSON: `Generated`. */
  generate(wanted: Generating): Promise<readonly string[]>;
  /** The policies of a prompt, and the tools that it and the agent's record name. */
  propose(wanted: Proposing): Promise<Proposed>;
  /** The sentences of a text; see `statements`. */
  sentencesOf(text: string): Promise<readonly string[]>;
  /** What can be proposed of a model's answers about a sentence. */
  readModelRule(tools: readonly NamedTool[], answers: ModelAnswers): Promise<ModelRule>;
  /** What is wrong with the first policy that has a mistake, with its place. */
  firstMistake(policies: readonly ReviewedPolicy[]): Promise<string | null>;
}

/** A prompt, and what its agent's record says about its tools. */
export interface Proposing extends Pick<PromptReading, "prompt" | "goals">, StatedTools {}

export interface Proposed {
  readonly proposals: readonly Proposal[];
  readonly tools: readonly NamedTool[];
}

/** A model's answers about a sentence. */
export interface AnswersOfModel {
  readonly tools: readonly NamedTool[];
  readonly answers: ModelAnswers;
}

/** See `GenerationThread.firstMistake`. */
export function firstMistake(policies: readonly ReviewedPolicy[]): string | null {
  for (const [place, policy] of policies.entries()) {
    const [mistake] = mistakesIn(policy);
    if (mistake) return `policies.${place}.${mistake.field}: ${mistake.message}`;
  }
  return null;
}

/** No agent has more. */
const TOOLS_MAXIMUM = 100;

/** See `GenerationThread.propose`. */
export function proposeAll({ effectful, read_only, ...texts }: Proposing): Proposed {
  const tools = [...(effectful ?? []), ...(read_only ?? [])];
  const parameters = parametersIn(texts.prompt);
  const names = [...new Set([...tools, ...toolsIn(texts.prompt)])].slice(0, TOOLS_MAXIMUM);
  return {
    proposals: propose({ ...texts, tools }),
    tools: names.map((name) => {
      const declared = parameters.get(name);
      return { name, ...(declared && { parameters: declared }) };
    }),
  };
}

export const modelRule = ({ tools, answers }: AnswersOfModel): ModelRule => readModelRule(tools, answers);

export interface Generating {
  readonly request: Omit<GenerationRequest, "recordings">;
  readonly recordings: readonly RecordingText[];
  readonly texts: AgentTexts;
  readonly seed: string;
  /** An ISO date. */
  readonly today: string;
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
export function generateTexts({ request, recordings, texts, seed, today, traits }: Generating): string[] {
  const read = recordings.map(({ recorded, ...rest }) => ({
    ...(JSON.parse(recorded) as Recorded),
    ...rest,
  }));
  const made = generate({ ...request, recordings: read }, texts, {
    seed,
    today,
    maximum: GENERATION_MAXIMUM,
  });
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
