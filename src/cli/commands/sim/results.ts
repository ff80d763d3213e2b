import { type PublishedConversation, readConversation } from "../../../contract/readings/conversation.ts";
import { Failure } from "../../../lib/failure.ts";
import { firstReason } from "../../../results/check/first-reason.ts";
import type { Context } from "../../context.ts";
import { resultSuspect, suspectLines } from "../../render/evaluation/suspicions.ts";
import type { View } from "../../render/view.ts";
import { arg, defineCommand, flag, type Result } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { digitalHumanNames } from "../release/shared/simulation.ts";
import { namedBy } from "./shared/named-by.ts";

type Conversation = PublishedConversation;

export const command = defineCommand({
  needs: ["list_simulation_results"],
  about:
    "Prints a row per conversation: its id, the digital human's name, the outcome, the first criterion that kept it from " +
    "passing, the number of turns and when it ended.",
  args: { simulation_run_id: arg("<run-id>", "id of a run, from `parley sim runs`", integerFrom(1)) },
  options: {
    group: flag(
      "--group",
      "group the failures by criterion and clause; with --json: {conversations, failed, groups}",
    ),
    wide: flag("--wide", "also show digital_human_id, status and end_reason"),
  },
  examples: [
    ["parley sim results 900 --group", "what the failures of run 900 have in common"],
    ["parley sim results 900", "the conversations of run 900; `parley sim result <id>` prints one"],
    [
      "parley sim results 900 --json --query 'simulation_results[?outcome==`failed`].id'",
      "the ids of those that failed",
    ],
    [
      "parley sim results 900 --json --query 'simulation_results[?status==`RUNNING`].id'",
      "the ids of those still running",
    ],
  ],
  async run(context, { simulation_run_id, wide, group }): Promise<Result<unknown>> {
    const data = await context.read("list_simulation_results", { params: { simulation_run_id } });
    if (group) {
      const { groupedFailures, groupView } = await import("./groups.ts");
      return { data: await groupedFailures(context, data.simulation_results), view: groupView as View };
    }
    const names = showsNames(context)
      ? await namesOf(context, data.simulation_run?.simulation_id)
      : new Map<number, string>();
    const suspects = data.simulation_results.map(resultSuspect);
    const suspected = suspectLines(suspects, { agent_id: data.simulation_run?.agent_id });
    return {
      data,
      view: viewOf(names, wide),
      ...(suspected.length > 0 && { hint: suspected.join("\n") }),
    };
  },
});

function viewOf(names: ReadonlyMap<number, string>, wide: boolean): View {
  const named = namedBy(names);
  const nameOf = ({ digital_human_id, journey_step }: Conversation) =>
    journey_step ? `${named(digital_human_id)} (step ${journey_step})` : named(digital_human_id);
  return {
    kind: "rows",
    rows: "simulation_results",
    columns: [
      "id",
      { title: "digital_human", value: nameOf, least: 16 },
      {
        title: "outcome",
        value: (result: Conversation) => readConversation(result).outcome,
        kind: "outcome",
      },
      { title: "why", value: (result: Conversation) => firstReason(readConversation(result)), least: 60 },
      { title: "turns", value: ({ transcript }: Conversation) => transcript?.length },
      { title: "ended", value: "end_time", kind: "time" },
      ...(wide ? ["digital_human_id", "status", "end_reason"] : []),
    ],
    empty: "no conversations",
  };
}

/** Programs get the service's data, which has no names. */
function showsNames({ globals: { json, output = "table", query, fields } }: Context): boolean {
  return !json && (output === "table" || output === "csv") && query === undefined && fields === undefined;
}

/** The names of the digital humans. Empty if the service does not return them, because the ids are enough. */
async function namesOf(context: Context, simulation_id: string | undefined): Promise<Map<number, string>> {
  if (simulation_id === undefined) return new Map();
  try {
    return await digitalHumanNames(context, Number(simulation_id));
  } catch (error) {
    if (!(error instanceof Failure && error.outcome === "not_found")) throw error;
    return new Map();
  }
}
