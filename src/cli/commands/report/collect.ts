/** Collects runs, conversations and calls by their ids, for a report. */

import { fieldsOf } from "../../../contract/is-object.ts";
import { readCall } from "../../../contract/readings/call.ts";
import { readConversation } from "../../../contract/readings/conversation.ts";
import { countOutcomes, outcomeOfVerdict } from "../../../contract/rules/outcomes.ts";
import { Failure } from "../../../lib/failure.ts";
import { judgedIn } from "../../../results/calibration/apply.ts";
import type { JudgedVerdict } from "../../../results/calibration/rates.ts";
import { callRow } from "../../../results/calls.ts";
import { type AskVersion, changesBetween } from "../../../results/changes.ts";
import { compare } from "../../../results/compare/compare.ts";
import { resultRow } from "../../../results/conversations.ts";
import type { Row, Talk } from "../../../results/talk.ts";
import type { Context } from "../../context.ts";
import { digitalHumanNames } from "../release/shared/simulation.ts";
import { eachOf } from "../shared/each-of.ts";
import { namedBy } from "../sim/shared/named-by.ts";
import { comparedOf } from "./compared.ts";
import { ratesOf, readRun } from "./gather.ts";
import type { Reference } from "./reference.ts";
import type { Reported } from "./save.ts";
import { callTalks, resultTalks } from "./talks.ts";

interface Part {
  readonly rows: readonly Row[];
  /** Verdicts of judges. */
  readonly verdicts: readonly JudgedVerdict[];
  readonly talks: readonly Talk[];
  readonly audio?: ReadonlyMap<string, string>;
}

/** Everything that was requested, as one list. */
export async function overviewOf(
  context: Context,
  references: readonly Reference[],
  { with_audio }: { readonly with_audio: boolean },
): Promise<Reported> {
  const parts: Part[] = [];
  for (const { kind, id } of references) {
    if (kind === "run") parts.push(await runPart(context, Number(id), with_audio));
    else if (kind === "result") parts.push(await resultPart(context, id, with_audio));
    else parts.push(await callPart(context, id, with_audio));
  }
  const rows = parts.flatMap((part) => part.rows);
  const isOfCalls = rows.length > 0 && rows.every(({ kind }) => kind === "call");
  return {
    overview: {
      title: references.map(titleOf).slice(0, NAMED).join(", ") + (references.length > NAMED ? ", …" : ""),
      facts: factsOf(rows),
      judgement: null,
      judged_rates: await ratesOf(
        context,
        parts.flatMap((part) => part.verdicts),
      ),
      rows,
      ...(isOfCalls
        ? {
            noun: "calls",
            verdicts: countOutcomes(parts.flatMap((part) => part.verdicts.map(outcomeOfVerdict))),
          }
        : { noun: "conversations" }),
      command: `parley report ${references.map(({ kind, id }) => (kind === "result" ? `result/${id}` : id)).join(" ")}`,
    },
    talks: parts.flatMap((part) => part.talks),
    audio: new Map(parts.flatMap((part) => [...(part.audio ?? [])])),
  };
}

const NAMED = 3;

const titleOf = ({ kind, id }: Reference) =>
  kind === "run" ? `Run ${id}` : kind === "result" ? `Conversation ${id}` : `Call ${id.slice(0, 8)}`;

function factsOf(rows: readonly Row[]): [string, string][] {
  const times = rows.flatMap(({ at }) => at ?? []).toSorted();
  const [first] = times;
  return first === undefined ? [] : [["First began", first]];
}

/** A simulation that no longer exists has no names to offer, and the ids are enough. */
const namesOf = async (context: Context, simulation_id: number | undefined) =>
  simulation_id === undefined
    ? new Map<number, string>()
    : digitalHumanNames(context, simulation_id).catch(() => new Map<number, string>());

async function runPart(context: Context, id: number, with_audio: boolean): Promise<Part> {
  const { record, rows: rowsBy, verdicts } = await readRun(context, id);
  const nameOf = namedBy(await namesOf(context, record && Number(record.simulation_id)));
  const rows = rowsBy(nameOf);
  const ids = rows.map((row) => row.id);
  return { rows, verdicts, ...(await resultTalks(context, ids, { nameOf, with_audio })) };
}

async function resultPart(
  context: Context,
  simulation_result_id: string,
  with_audio: boolean,
): Promise<Part> {
  const answer = await context.read("get_simulation_result", { params: { simulation_result_id } });
  const result = readConversation(answer.simulation_result);
  const nameOf = namedBy(await namesOf(context, result.simulation_id));
  return {
    rows: [resultRow(result, nameOf)],
    verdicts: judgedIn(result),
    ...(await resultTalks(context, [simulation_result_id], { nameOf, with_audio })),
  };
}

async function callPart(context: Context, call_id: string, with_audio: boolean): Promise<Part> {
  const call = readCall((await context.read("get_call_log", { params: { call_id } })).call_log);
  return {
    rows: [callRow(call)],
    verdicts: call.evaluation?.verdicts ?? [],
    ...(await callTalks(context, [call], { with_audio })),
  };
}

/** Two runs of one simulation, compared pair by pair. */
export async function comparedRuns(
  context: Context,
  runs: readonly [number, number],
  { with_audio }: { readonly with_audio: boolean },
): Promise<Reported> {
  const [a, b] = [await measuredIn(context, runs[0]), await measuredIn(context, runs[1])];
  const nameOf = namedBy(await namesOf(context, b.record && Number(b.record.simulation_id)));
  return comparedOf(context, compare(a.conversations, b.conversations, nameOf), {
    runs,
    sides: [`Run ${runs[0]}`, `Run ${runs[1]}`],
    nameOf,
    changes: await changesBetween([fieldsOf(a.record), fieldsOf(b.record)], askVersionOf(context)),
    command: `parley report ${runs.join(" ")} --compare`,
    facts: [],
    with_audio,
  });
}

/** A run's record, and its conversations with their measurements. */
async function measuredIn(context: Context, simulation_run_id: number) {
  const { simulation_run: record, simulation_results } = await context.read("list_simulation_results", {
    params: { simulation_run_id },
  });
  const conversations = await eachOf(simulation_results, async ({ id }) => {
    const params = { simulation_result_id: String(id) };
    return readConversation((await context.read("get_simulation_result", { params })).simulation_result);
  });
  return { record, conversations };
}

const askVersionOf =
  (context: Context): AskVersion =>
  async (what, { agent_id, id }) => {
    const agent = Number(agent_id);
    const asked =
      what === "prompt"
        ? context.read("get_prompt", { params: { agent_id: agent, prompt_id: id } })
        : context.read("get_knowledge_base", { params: { agent_id: agent, kb_id: id } });
    return asked.catch((error: unknown) => {
      if (error instanceof Failure && error.outcome === "not_found") return undefined;
      throw error;
    });
  };
