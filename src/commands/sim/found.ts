import type { Context } from "../../context.ts";
import { readConversation } from "../../contract/readings/conversation.ts";
import { Failure } from "../../failure.ts";
import { type Conversation, isHeldAsFarAsEvaluated, isJudged } from "../../release/check/conversation.ts";
import { type Gate, gate } from "../../release/check/gate.ts";
import { digitalHumanNames } from "../release/simulation.ts";
import { namedBy } from "./named-by.ts";
import type { Run } from "./run.ts";

/** Conversations whose evaluations are read to say why they did not pass. */
const READ_MAXIMUM = 20;

/** What the conversations of a run say, beyond its counts. */
export interface Found extends Pick<Gate, "tests" | "repeated"> {
  /** Inconclusive conversations whose other criteria were evaluated and hold. */
  readonly held: number;
}

/**
 * What the conversations of a finished run say. Undefined if the service does not tell: the counts decide, this explains.
 * @throws Failure if it is `needed` and the service does not tell
 */
export async function conversationsOf(
  context: Context,
  { id: simulation_run_id }: Run,
  {
    simulation_id,
    allow_unevaluated,
  }: { readonly simulation_id: string; readonly allow_unevaluated: boolean },
): Promise<Found | undefined> {
  try {
    const { simulation_results } = await context.read("list_simulation_results", {
      params: { simulation_run_id },
    });
    const names = await digitalHumanNames(context, Number(simulation_id));
    const conversations = await withEvaluations(context, simulation_results.map(readConversation));
    const { tests, repeated } = gate([{ simulation_run_id, conversations }], {
      criteria: { metrics: undefined, limits: [], allow_unevaluated },
      min_pass_rate: 0,
      nameOf: namedBy(names),
    });
    return { tests, repeated, held: conversations.filter(isHeldAsFarAsEvaluated).length };
  } catch (error) {
    if (allow_unevaluated || !(error instanceof Failure)) throw error;
    return undefined;
  }
}

/** The conversations: those that did not pass with their evaluations, all others as listed. */
async function withEvaluations(context: Context, listed: readonly Conversation[]): Promise<Conversation[]> {
  const unclear = listed
    .filter((one) => !(isJudged(one) && one.outcome === "passed") && one.evaluation === undefined)
    .slice(0, READ_MAXIMUM);
  const found = new Map<string, Conversation>();
  for (const { id } of unclear) {
    const params = { simulation_result_id: id };
    const { simulation_result } = await context.read("get_simulation_result", { params });
    found.set(id, readConversation(simulation_result));
  }
  return listed.map((one) => found.get(one.id) ?? one);
}
