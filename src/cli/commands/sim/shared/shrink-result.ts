/** Shrinks the caller of a conversation of a service, with temporary digital humans in the same simulation. */
import type { Fields } from "../../../../contract/is-object.ts";
import { readConversation } from "../../../../contract/readings/conversation.ts";
import { withoutFields } from "../../../../engine/shrink/parts.ts";
import { type Reasons, reasonsIn } from "../../../../engine/shrink/reason.ts";
import { Failure, usage } from "../../../../lib/failure.ts";
import type { Context } from "../../../context.ts";
import { writtenFields } from "../../../plan/export.ts";
import { type HoldOptions, holdConversation } from "./hold-conversation.ts";
import { didNotTakePart, hashOf } from "./shrink-caller.ts";
import type { Conversed, Target } from "./shrink-search.ts";
import { type Tried, tryOften } from "./shrink-tries.ts";

/** A conversation that failed, and what a run needs to repeat it. */
export interface FailedResult {
  readonly id: string;
  readonly digital_human_id: number;
  readonly name: string;
  readonly reasons: Reasons;
  /** It was a call. */
  readonly is_call: boolean;
  /** The caller as the service has it now. */
  readonly fields: Fields;
  readonly run: {
    readonly simulation_id: number;
    readonly prompt_id?: string;
    readonly knowledge_base_id?: string;
    readonly seed?: string;
  };
}

/** @throws Failure if it has not failed, or cannot be held again */
export async function failedResult(context: Context, simulation_result_id: string): Promise<FailedResult> {
  const answer = await context.read("get_simulation_result", { params: { simulation_result_id } });
  const result = readConversation(answer.simulation_result);
  const { digital_human_id, simulation_id, simulation_run_id, seed, call } = result;
  const refuse = (why: string, hint: string) => usage(why, { where: simulation_result_id, hint });
  if (result.outcome !== "failed")
    throw refuse(
      `conversation ${simulation_result_id} did not fail: its outcome is ${result.outcome ?? result.status}`,
      "`parley sim results <run-id>` lists which did",
    );
  if ((answer.simulation_result as { readonly journey_step?: number | null }).journey_step)
    throw refuse(
      "it is a call of a customer journey, which depends on the calls before it",
      "take the caller of that call alone: `parley dh create`",
    );
  if (simulation_id === undefined)
    throw refuse("the service does not say which simulation it belongs to", "use a test file: --test");
  const human = await context.read("get_digital_human", { params: { digital_human_id } });
  const record = ("digital_human" in human ? human.digital_human : human) as Parameters<
    typeof writtenFields
  >[0];
  const versions =
    simulation_run_id === undefined
      ? undefined
      : (await context.read("list_simulation_results", { params: { simulation_run_id } })).simulation_run;
  return {
    id: simulation_result_id,
    digital_human_id,
    name: record.name ?? `digital human ${digital_human_id}`,
    reasons: reasonsOf(result),
    is_call: call !== undefined,
    fields: withoutFields(writtenFields(record), NOT_REPEATED),
    run: {
      simulation_id,
      ...(versions?.prompt_id && { prompt_id: versions.prompt_id }),
      ...(versions?.knowledge_base_id && { knowledge_base_id: versions.knowledge_base_id }),
      ...(seed != null && { seed }),
    },
  };
}

/** What says when and how often it calls. A temporary caller speaks once, with its agent. */
const NOT_REPEATED = ["num_runs", "always_on_mode", "always_on_active", "journey_steps", "generation"];

type Read = ReturnType<typeof readConversation>;

/** Without verdicts, as with other services, the outcome is all that is known. */
export function reasonsOf({ evaluation, outcome }: Pick<Read, "evaluation" | "outcome">): Reasons {
  const reasons = reasonsIn((evaluation?.verdicts ?? []) as Parameters<typeof reasonsIn>[0]);
  return reasons.failed.length === 0 && outcome === "failed" ? { ...reasons, failed: ["outcome"] } : reasons;
}

export function resultTarget(context: Context, failed: FailedResult, max_time: number): Target {
  const { name, fields, reasons, run } = failed;
  return {
    name,
    fields,
    before: reasons,
    searched: { about: hashOf([failed.id, fields, run]), code: null },
    is_call: failed.is_call,
    // An agent may take both, so a call is repeated as a call.
    converse: (smaller) =>
      converse(context, failed, smaller, { max_time, ...(failed.is_call && { only: "calls" }) }),
  };
}

/** @throws Failure if the agent does not take part, or not in time */
const converse = (
  context: Context,
  failed: FailedResult,
  fields: Fields,
  { max_time, only }: HoldOptions,
): Promise<Conversed> =>
  withCaller(context, failed, fields, async (digital_human_id) => {
    const run = { ...failed.run, digital_human_id };
    const { conversation, is_down } = await holdConversation(context, run, {
      max_time,
      ...(only && { only }),
    });
    if (!conversation)
      throw didNotTakePart(is_down ? "it cannot be reached" : "the conversation did not end in time");
    return { reasons: reasonsOf(conversation), turns: turnsOf(conversation) };
  });

const turnsOf = ({ transcript }: Pick<Read, "transcript">) =>
  (transcript ?? []).filter(({ role }) => /^user$/i.test(String(role))).length;

/** Lets work be done with a digital human that is deleted afterwards, whatever happens. */
async function withCaller<T>(
  context: Context,
  { id, run: { simulation_id } }: FailedResult,
  fields: Fields,
  work: (digital_human_id: number) => Promise<T>,
): Promise<T> {
  const body = {
    digital_human: { ...fields, test_name: `parley sim shrink ${id}` },
    simulation_ids: [simulation_id],
  };
  const made = await context.change("create_digital_human", { body: body as never });
  const digital_human_id = Number(made.digital_human.id);
  try {
    return await work(digital_human_id);
  } finally {
    const client = await context.lastingClient();
    await client
      .call("delete_digital_human", { params: { digital_human_id } })
      .catch((error: Error) =>
        context.terminal.alert(
          `warning: could not delete the temporary digital human (${error.message}); delete it with \`parley dh delete ${digital_human_id}\``,
        ),
      );
    await client.close();
  }
}

/** Whether the smallest caller of a call also fails in text, where nothing can be misheard. */
export function failsInText(
  context: Context,
  failed: FailedResult,
  { fields, max_time, ...often }: InText,
): Promise<Tried> {
  const hold = () =>
    converse(context, failed, fields, { max_time, only: "text" }).catch((error: unknown) => {
      if (!(error instanceof Failure) || context.signal.aborted) throw error;
      return error.message;
    });
  return tryOften(hold, { ...often, reason: failed.reasons.failed[0] ?? "" });
}

interface InText {
  readonly fields: Fields;
  readonly max_time: number;
  readonly repeat: number;
  readonly at_least: number;
}
