/** Loads the data of the screens from the service. */

import { type Fields, fieldsOf, isObject } from "../../contract/is-object.ts";
import { type Counts, countRun } from "../../contract/rules/outcomes.ts";
import { type Caller, callerIn } from "../../results/caller.ts";
import { callIn, callRow, callTalk } from "../../results/calls.ts";
import { type AskVersion, changesBetween } from "../../results/changes.ts";
import { type Comparison, compare } from "../../results/compare/compare.ts";
import { conversationIn, pairOf, resultRow, resultTalk, saidIn } from "../../results/conversations.ts";
import { type Conversed, type RunCoverage, readCoverage } from "../../results/coverage.ts";
import type { Conditions } from "../../results/grid/grid.ts";
import { listOf, numberOf, textOf } from "../../results/read.ts";
import { type AskRelated, withRelated } from "../../results/related.ts";
import type { Compared, Overview } from "../../results/report.ts";
import type { Fact, Row, Talk } from "../../results/talk.ts";
import { read } from "./api.ts";
import { judgedRatesIn } from "./judged.ts";
import { type RunRequest, repeatOf } from "./runs.ts";

/** How many requests at once. More would only wait in the browser. */
const AT_ONCE = 6;

export async function eachOf<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE)
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))));
  return results;
}

type NameOf = (digital_human_id: unknown) => string;

/** The digital humans of a simulation, by id, without those that were deleted. */
async function callersOf(simulation_id: unknown): Promise<ReadonlyMap<string, Caller>> {
  const answer = await read("list_digital_humans", { simulation_id: String(simulation_id) }).catch(
    () => ({}),
  );
  const callers = listOf(fieldsOf(answer)["digital_humans"]).flatMap((human) => callerIn(human) ?? []);
  return new Map(callers.map((caller) => [caller.id, caller]));
}

/** A deleted digital human is shown by its number. */
const namesIn =
  (callers: ReadonlyMap<string, Caller>): NameOf =>
  (id) =>
    callers.get(String(id))?.name ?? `digital human ${String(id)}`;

const namesOf = async (simulation_id: unknown): Promise<NameOf> => namesIn(await callersOf(simulation_id));

/** A run's own record, and its conversations. */
async function resultsOf(
  run: string,
): Promise<{ readonly record: Fields; readonly results: readonly Fields[] }> {
  const answer = fieldsOf(await read("list_simulation_results", { simulation_run_id: run }));
  return { record: fieldsOf(answer["simulation_run"]), results: listOf(answer["simulation_results"]) };
}

export interface RunOverview extends Overview {
  readonly isOver: boolean;
  readonly repeat: RunRequest;
}

export async function runOverview(run: string): Promise<RunOverview> {
  const { record, results } = await resultsOf(run);
  const { simulation_id, agent_id } = record;
  const [callers, simulation] = await Promise.all([
    callersOf(simulation_id),
    read("get_simulation", { simulation_id: String(simulation_id) }).catch(() => ({})),
  ]);
  const conversations = results.map(conversationIn);
  const nameOf = namesIn(callers);
  const rows = conversations.map((result): Row => {
    const row = resultRow(result, nameOf);
    const tags = [...row.tags, ...(callers.get(row.digital_human_id ?? "")?.tags ?? [])];
    return { ...row, tags: [...new Set(tags)], said: saidIn(result) };
  });
  return {
    title: `Run ${run}`,
    facts: factsOf([
      [
        "Simulation",
        `${textOf(fieldsOf(simulation)["name"]) ?? ""} (${String(simulation_id ?? "unknown")})`,
        `simulation/${String(simulation_id)}`,
      ],
      ["Agent", textOf(agent_id), `agent/${String(agent_id)}`],
      ["Status", textOf(record["status"])],
      ["Started", textOf(record["created_at"])],
    ]),
    judgement: null,
    judged_rates: await judgedRatesIn(conversations),
    coverage: await coverageOf(agent_id, conversations, record),
    rows,
    noun: "conversations",
    command: `parley sim results ${run}`,
    isOver: rows.every(({ standing }) => standing !== "running"),
    repeat: repeatOf(record, results),
  };
}

/** A page without what was reached is better than none. */
const coverageOf = (
  agent_id: unknown,
  conversations: readonly Fields[],
  record: Fields,
): Promise<RunCoverage | null> =>
  readCoverage(
    String(agent_id),
    { conversations, runs: [record] } as unknown as Conversed,
    (operation, params) => read(operation, params).catch(() => undefined),
  ).catch(() => null);

const factsOf = (pairs: readonly (readonly [string, string | null, string?])[]): Fact[] =>
  pairs.flatMap(([label, value, to]): Fact[] => (value ? [[label, value, to]] : []));

export async function conversation(id: string): Promise<Talk> {
  const answer = await read("get_simulation_result", { simulation_result_id: id });
  const nameOf = await namesOf(conversationIn(answer)["simulation_id"]);
  return withRelated(resultTalk(answer, nameOf), askBeside);
}

export const call = async (id: string): Promise<Talk> =>
  withRelated(callTalk(await read("get_call_log", { call_id: id })), askBeside);

/** A page without a waveform or traces is better than none. */
const askBeside: AskRelated = (operation, id) => read(operation, id).catch(() => undefined);

export interface CallPage {
  readonly rows: readonly Row[];
  /** In the form of answers. */
  readonly calls: readonly Fields[];
  readonly total: number;
}

const PAGE = 100;

/** Which calls to show. The service filters, so that calls that are not loaded are included. */
export interface CallFilter {
  readonly outcome?: "passed" | "failed" | "incompleted" | undefined;
  readonly tag?: string | undefined;
  /** What its id begins with. */
  readonly id?: string | undefined;
  /** ISO 8601. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Calls of an agent, newest first. Pages count from 1. */
export async function calls(agent_id: string, page: number, filter: CallFilter = {}): Promise<CallPage> {
  const query = { agent_id, page, page_size: PAGE, ...filter };
  const answer = fieldsOf(await read("list_all_call_logs", query));
  const call_logs = listOf(answer["call_logs"]).map(callIn);
  return {
    rows: call_logs.map((call_log) => callRow(call_log)),
    calls: call_logs,
    total: numberOf(answer["total_count"]) ?? 0,
  };
}

/** Two runs, pair by pair. */
export async function comparedRuns(a: string, b: string): Promise<Compared> {
  const [first, second] = await Promise.all([resultsOf(a), resultsOf(b)]);
  const [left, right] = await Promise.all([judgedOf(first.results), judgedOf(second.results)]);
  const nameOf = await namesOf(right[0]?.["simulation_id"] ?? left[0]?.["simulation_id"]);
  const comparison: Comparison = compare(
    left as unknown as Parameters<typeof compare>[0],
    right as unknown as Parameters<typeof compare>[1],
    nameOf,
  );
  const ids = (results: readonly Fields[]) =>
    new Map(
      results.map((result) => [
        pairOf(result["digital_human_id"], numberOf(result["repetition"]) ?? 1),
        textOf(result["id"]),
      ]),
    );
  const [ids_a, ids_b] = [ids(left), ids(right)];
  return {
    ...comparison,
    a: `Run ${a}`,
    b: `Run ${b}`,
    ids: comparison.pairs.map(({ digital_human_id, repetition }) => {
      const pair = pairOf(digital_human_id, repetition);
      return [ids_a.get(pair) ?? null, ids_b.get(pair) ?? null];
    }),
    changes: await changesBetween([first.record, second.record], askVersion),
    command: `parley report ${a} ${b} --compare`,
  };
}

/** The text of a version that has been deleted since is not available. */
const askVersion: AskVersion = (what, { agent_id, id }) =>
  (what === "prompt"
    ? read("get_prompt", { agent_id, prompt_id: id })
    : read("get_knowledge_base", { agent_id, kb_id: id })
  ).catch(() => undefined);

/** Conversations with their measurements. */
const judgedOf = (results: readonly Fields[]): Promise<Fields[]> =>
  eachOf(results, async ({ id }) =>
    conversationIn(await read("get_simulation_result", { simulation_result_id: String(id) })),
  );

export interface Agent {
  readonly id: string;
  readonly name: string;
  readonly mode: string;
  readonly connection_type: string | null;
  readonly http_webhook: string | null;
  readonly websocket_url: string | null;
}

const agentOf = (fields: Fields): Agent => ({
  id: String(fields["id"]),
  name: textOf(fields["name"]) ?? "unnamed agent",
  mode: textOf(fields["mode"]) ?? "",
  connection_type: textOf(fields["connection_type"]),
  http_webhook: textOf(fields["http_webhook"]),
  websocket_url: textOf(fields["websocket_url"]),
});

export const agents = async (): Promise<Agent[]> => listOf(await read("list_agents")).map(agentOf);
export const agent = async (agent_id: string): Promise<Agent> =>
  agentOf(fieldsOf(await read("get_agent", { agent_id })));

export interface Run {
  readonly id: string;
  readonly simulation: string;
  readonly simulation_id: string;
  readonly agent_id: string;
  readonly isOver: boolean;
  readonly counts: Counts;
  /** What its calls sounded like; null if the records of the digital humans say it. */
  readonly conditions: Conditions | null;
  readonly at: string;
}

/** How many simulations to read runs of. A page with more would be less useful. */
const SIMULATIONS = 30;

/** All simulations, newest first. */
export const simulationsOf = async (): Promise<Fields[]> =>
  listOf(fieldsOf(await read("list_simulations"))["simulations"]).toSorted(
    (one, other) => Number(other["id"]) - Number(one["id"]),
  );

/** The runs of an agent, or of all, newest first. */
export async function runs(agent_id?: string): Promise<Run[]> {
  const simulations = (await simulationsOf()).filter(
    (one) => agent_id === undefined || String(one["agent_id"]) === agent_id,
  );
  const lists = await eachOf(simulations.slice(0, SIMULATIONS), runsOf);
  return lists.flat().toSorted((one, other) => other.at.localeCompare(one.at));
}

/** The runs of a simulation, newest first. */
export async function runsOf(simulation: Fields): Promise<Run[]> {
  const answer = await read("list_simulation_runs", { simulation_id: String(simulation["id"]) });
  const runs = listOf(fieldsOf(answer)["simulation_runs"]).map((run): Run => {
    const number = (name: string) => numberOf(run[name]);
    const status = textOf(run["status"]) ?? "";
    const counts = countRun({
      status,
      total_tests: number("total_tests"),
      tests_passed: number("tests_passed"),
      tests_failed: number("tests_failed"),
      tests_completed: number("tests_completed"),
      tests_incompleted: number("tests_incompleted"),
    });
    return {
      id: String(run["id"]),
      simulation: textOf(simulation["name"]) ?? "",
      simulation_id: String(simulation["id"]),
      agent_id: String(simulation["agent_id"]),
      isOver: status !== "RUNNING" && status !== "INITIALIZING",
      counts,
      conditions: isObject(run["conditions"]) ? (run["conditions"] as Conditions) : null,
      at: textOf(run["created_at"]) ?? "",
    };
  });
  return runs.toSorted((one, other) => other.at.localeCompare(one.at));
}

export type VersionKind = "prompts" | "knowledge-bases";

export interface Version {
  readonly id: string;
  readonly version: number;
  readonly text: string;
  readonly message: string;
  readonly labels: readonly string[];
}

export async function versions(kind: VersionKind, agent_id: string): Promise<Version[]> {
  const operation = kind === "prompts" ? "list_prompt_versions" : "list_knowledge_base_versions";
  const answer = await read(operation, { agent_id, limit: 100 });
  return listOf(answer)
    .map((one) => ({
      id: textOf(one["id"]) ?? "",
      version: numberOf(one["version"]) ?? 0,
      text: textOf(one["prompt_text"]) ?? textOf(one["kb_text"]) ?? "",
      message: textOf(one["commit_message"]) ?? "",
      labels: Array.isArray(one["labels"]) ? one["labels"].map(String) : [],
    }))
    .toSorted((a, b) => b.version - a.version);
}

export interface Move {
  readonly at: string;
  readonly label: string;
  readonly kind: string;
  readonly action: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly by: string | null;
}

export async function moves(agent_id: string): Promise<Move[]> {
  const answer = await read("list_label_moves", { agent_id, page_size: 100 });
  return listOf(fieldsOf(answer)["moves"]).map((move) => ({
    at: textOf(move["at"]) ?? "",
    label: textOf(move["label"]) ?? "",
    kind: textOf(move["kind"]) ?? "",
    action: textOf(move["action"]) ?? "",
    from: numberOf(move["previous_version"]),
    to: numberOf(move["version"]),
    by: textOf(move["moved_by"]) ?? `key ${(textOf(move["key_id"]) ?? "?").slice(0, 8)}`,
  }));
}

/** The data of a call for the history of its agent. */
export interface CallPoint {
  readonly at: string;
  readonly p50: number | null;
  readonly p95: number | null;
}

export async function callPoints(agent_id: string): Promise<CallPoint[]> {
  const answer = fieldsOf(await read("list_all_call_logs", { agent_id, page: 1, page_size: PAGE }));
  return listOf(answer["call_logs"])
    .map(callIn)
    .map((one) => {
      const metrics = listOf(fieldsOf(one["evaluation"])["metrics"]);
      const value = (id: string) => numberOf(metrics.find((metric) => metric["id"] === id)?.["value"]);
      return {
        at: textOf(one["start_time_utc"]) ?? "",
        p50: value("agent.response_latency.p50"),
        p95: value("agent.response_latency.p95"),
      };
    });
}
