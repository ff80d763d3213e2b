/** What E5 makes from each kind of request. */
import type { Output } from "../../../contract/types.ts";
import type { DigitalHumanRecord } from "../digital-humans/record.ts";
import { titleOf } from "./names.ts";
import type { Replay } from "./replay.ts";

type Request = Output<"GenerateDigitalHumans">;

/** What makes a digital human the one that was asked for. Its tag says which kind of request that was. */
export type Draft = { readonly title: string; readonly tag: string } & Pick<
  DigitalHumanRecord,
  | "intent"
  | "success_criteria"
  | "role_description"
  | "original_transcript"
  | "formatted_transcript"
  | "replay_mode"
>;

/** A draft, and how many digital humans are made from it. */
export interface Batch {
  readonly draft: Draft;
  readonly count: number;
}

export const goalBatches = (goals: Request["goal_adherence"]): Batch[] =>
  (goals ?? []).map(({ goal, num_calls }) => ({
    count: num_calls,
    draft: { title: titleOf(goal), tag: "goal_adherence", intent: goal, success_criteria: goal },
  }));

export const personaBatches = (personas: Request["customer_personas"]): Batch[] =>
  (personas ?? []).map(({ name, description, goal, num_calls }) => ({
    count: num_calls,
    draft: {
      title: titleOf(name) || titleOf(goal) || "Persona",
      tag: "customer_persona",
      intent: goal,
      success_criteria: goal,
      role_description: description,
    },
  }));

/** Load is spread over the goals of the agent, as evenly as it goes; without goals all ask the same. */
export function loadBatches(calls: number, agent: Pick<Output<"AgentCreate">, "name" | "goals">): Batch[] {
  const goals = agent.goals?.length ? agent.goals : [`Ask what ${agent.name} can help with`];
  const each = Math.floor(calls / goals.length);
  const rest = calls % goals.length;
  return goals.map((goal, index) => ({
    count: index < rest ? each + 1 : each,
    draft: { title: "Load test", tag: "load_testing", intent: goal, success_criteria: goal },
  }));
}

export const replayBatches = (replays: readonly Replay[]): Batch[] =>
  replays.map((replay) => ({
    count: 1,
    draft: {
      ...replay,
      title: replay.intent === "" ? "Replay" : `Replay: ${titleOf(replay.intent)}`,
      tag: "replay_transcript",
    },
  }));

/** The drafts of the batches one by one, `maximum` at most. */
export function expand(batches: readonly Batch[], maximum: number): Draft[] {
  const drafts: Draft[] = [];
  for (const { draft, count } of batches)
    for (let made = 0; made < count && drafts.length < maximum; made += 1) drafts.push(draft);
  return drafts;
}
