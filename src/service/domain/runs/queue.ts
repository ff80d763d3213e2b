import type { Kysely } from "kysely";
import { DAY_MS } from "../../../contract/duration.ts";
import {
  SOCKET_PROTOCOLS,
  startedInstead,
  TELEPHONE_PROTOCOLS,
} from "../../../contract/rules/agent-reach.ts";
import type { TestedVersions } from "../../../contract/rules/tested-versions.ts";
import type { Output } from "../../../contract/types.ts";
import type { CALL_DIALECTS } from "../../../contract/values.ts";
import { openFacts } from "../../../engine/caller/errand.ts";
import type { Clock } from "../../clock.ts";
import { badRequest, notFound } from "../../errors.ts";
import type { Ids } from "../../ids.ts";
import type { Jobs } from "../../jobs/promised.ts";
import { inChunks } from "../../store/chunks.ts";
import type { Database, Row } from "../../store/schema.ts";
import { sendEvent } from "../../webhooks/outbox.ts";
import { createYielder } from "../../yield.ts";
import { requireAgent } from "../agents/lookup.ts";
import { storeCallers } from "../conversations/caller.ts";
import { startedFields } from "../conversations/events.ts";
import { callsOf, WAITS_FOR_PREVIOUS_CALL } from "../conversations/journey.ts";
import { openLarge, openWaiting } from "../conversations/open.ts";
import { recordOf } from "../digital-humans/record.ts";
import { distinct, listed } from "../ids.ts";
import { LATEST, PRODUCTION } from "../labels/reserved.ts";
import { digitalHumansAmong, digitalHumansOf } from "../membership/members.ts";
import { insertRun } from "../simulations/insert.ts";
import { requireSimulation } from "../simulations/lookup.ts";
import { runsPerDigitalHuman, settingsOf } from "../simulations/settings.ts";
import { KNOWLEDGE_BASE, PROMPT, type VersionKind } from "../versions/kinds.ts";
import { labelsOf, requireVersion } from "../versions/read.ts";
import { type AgentCall, accountKey } from "./agent-call.ts";
import { type Conditions, underConditions } from "./conditions.ts";

/** How many conversations a run may have. One answer lists them all, each with its transcript. */
const CONVERSATIONS_MAXIMUM = 1000;
/** How many digital humans with open facts a refusal names. */
const LACKING_SHOWN = 10;

/** How the agent of a run is called. Plain JSON. */
export interface LineRequest {
  readonly dialect: (typeof CALL_DIALECTS)[number];
  /** Replaces the URL in the agent's record. Null to use that one. */
  readonly url: string | null;
  /** The agent has created the call. Absent if the run calls the agent. */
  readonly asked?: AgentCall;
}

export interface Calling {
  readonly line: LineRequest;
  /** What its calls sound like; null if the records of the digital humans say it. */
  readonly conditions: Conditions | null;
}

/**
 * Starts a run: a conversation for each digital human, as often as its num_runs says. With `calling`, each of
 * them is a call. 400 if the agent cannot be reached that way, or if the run would have no conversations or
 * too many. 404 if something that the request names does not exist.
 */
export async function queueRun(
  transaction: Kysely<Database>,
  service: Jobs & Clock & Ids,
  organization_id: string,
  request: Output<"QueueTextRun">,
  calling: Calling | null = null,
) {
  const { line, conditions } = calling ?? { line: null, conditions: null };
  const simulation = await requireSimulation(transaction, organization_id, request.simulation_id);
  const agent = await requireAgent(transaction, organization_id, simulation.agent_id);
  const record: Output<"AgentCreate"> = {
    ...JSON.parse(agent.record),
    ...(request.without_webhook && { http_webhook: null }),
  };
  const { type } = record;
  if (line) requireLine(agent.id, record, line);
  else if (record.mode !== "TEXT")
    throw badRequest(`agent ${agent.id} has mode ${record.mode}; a text run needs an agent with mode TEXT`);
  const { prompt_id, knowledge_base_id } = settingsOf(simulation);
  const versions = await versionsOf(transaction, agent.id, {
    prompt_id: request.prompt_id ?? prompt_id,
    knowledge_base_id: request.knowledge_base_id ?? knowledge_base_id,
  });
  const members = (await membersOf(transaction, simulation, request.digital_human_ids)).map((row) =>
    underConditions(row, conditions),
  );
  requireFacts(members, record);
  const planned = await conversationsOf(members, request.num_runs ?? runsPerDigitalHuman(simulation));
  const run = await insertRun(transaction, service, simulation, {
    prompt_id: versions.prompt_id,
    knowledge_base_id: versions.knowledge_base_id,
    versions: JSON.stringify(versions),
    status: "RUNNING",
    summary: "",
    tests_passed: 0,
    tests_failed: 0,
    total_tests: planned.length,
    tests_completed: 0,
    tests_incompleted: 0,
    curr_step_id: 0,
    phone_number: "",
    line: line && JSON.stringify(line),
    ...(line?.asked && { account_sid: accountKey(line.dialect, line.asked.account_sid) }),
    ...(conditions && { conditions: JSON.stringify(conditions) }),
    without_webhook: request.without_webhook ? 1 : 0,
  });
  const seed = request.seed ?? String(run.id);
  const isLater = await storeCallers(transaction, run, simulation, record, members);
  const simulation_result_ids = await insertResults(transaction, service, run, planned, seed);
  // An agent that has created the call would create another one if it were told to call.
  if (type === "OUTBOUND" && !line?.asked)
    await sendEvent(transaction, service, {
      organization_id,
      event: "outbound_simulation_started",
      fields: () => startedFields(run, members, planned, simulation_result_ids),
    });
  if (isLater)
    await service.jobs.add(transaction, [
      { kind: "open_conversations", payload: { simulation_run_id: run.id } },
    ]);
  else await openWaiting(transaction, service, run);
  await openLater(transaction, service, run, planned);
  return {
    simulation_run_id: run.id,
    simulation_result_ids: simulation_result_ids.map(String),
    agent_id: agent.id,
    seed,
    isLater,
  };
}

/** As `queueRun`, in a transaction of its own, for a request. */
export async function queueNow(
  service: Parameters<typeof openLarge>[0],
  ...asked: AfterService<Parameters<typeof queueRun>>
) {
  const { isLater, ...queued } = await service.write((transaction) =>
    queueRun(transaction, service, ...asked),
  );
  if (isLater) await openLarge(service, queued.simulation_run_id);
  return {
    ...queued,
    simulation_run_id: String(queued.simulation_run_id),
    agent_id: String(queued.agent_id),
    status: "success" as const,
  };
}

type AfterService<T extends readonly unknown[]> = T extends [unknown, unknown, ...infer Rest] ? Rest : never;

/**
 * Refuses an agent that cannot be called: the URL of the request or of its record must have a valid scheme
 * for the line.
 */
function requireLine(
  agent_id: number,
  { connection_type, websocket_url }: Pick<Output<"AgentCreate">, "connection_type" | "websocket_url">,
  { url, dialect }: LineRequest,
): void {
  if (url === null && connection_type !== "WEBSOCKET") {
    const instead = startedInstead(connection_type);
    throw badRequest(
      `agent ${agent_id} has ${connection_type ? `connection_type ${connection_type}` : "no connection_type"}; calls are made over WebSocket: set its connection_type to WEBSOCKET and its websocket_url, or send websocket_url with the request` +
        (instead ? `. A service never starts agents; ${instead}` : ""),
    );
  }
  const called = url ?? websocket_url;
  if (!called) throw badRequest(`agent ${agent_id} has no websocket_url to call`);
  const [allowed, named] =
    dialect === "chirp" ? [SOCKET_PROTOCOLS, "ws:// or wss://"] : [TELEPHONE_PROTOCOLS, "https:// or wss://"];
  if (!URL.canParse(called) || !allowed.test(new URL(called).protocol))
    throw badRequest(`websocket_url must be a valid URL with ${named}, not "${called}"`);
}

/** The versions that the run tests: those in the request, otherwise those labelled production. */
async function versionsOf(
  db: Kysely<Database>,
  agent_id: number,
  { prompt_id, knowledge_base_id }: Pick<Output<"QueueRun">, "prompt_id" | "knowledge_base_id">,
): Promise<TestedVersions> {
  const production = await db
    .selectFrom("label")
    .select(["prompt_id", "knowledge_base_id"])
    .where("agent_id", "=", agent_id)
    .where("label_text", "=", PRODUCTION)
    .executeTakeFirst();
  const prompt = await versionOf(db, PROMPT, agent_id, prompt_id ?? production?.prompt_id);
  const knowledge_base = await versionOf(
    db,
    KNOWLEDGE_BASE,
    agent_id,
    knowledge_base_id ?? production?.knowledge_base_id,
  );
  const labels = prompt ? await labelsOf(db, PROMPT, prompt.id) : [];
  return {
    prompt_id: prompt?.id ?? null,
    prompt_version: prompt?.version ?? null,
    // `latest` is last, because it names a version only until the next one.
    prompt_label: labels.find((label) => label !== LATEST) ?? labels[0] ?? null,
    knowledge_base_id: knowledge_base?.id ?? null,
    knowledge_base_version: knowledge_base?.version ?? null,
  };
}

const versionOf = async (db: Kysely<Database>, kind: VersionKind, agent_id: number, id?: string | null) =>
  id ? requireVersion(db, kind, agent_id, { id }) : undefined;

export async function membersOf(
  db: Kysely<Database>,
  simulation: Row<"simulation">,
  named: readonly number[] | null | undefined,
): Promise<Row<"digital_human">[]> {
  if (!named) return digitalHumansOf(db, simulation.id);
  const ids = distinct(named);
  const members = await digitalHumansAmong(db, simulation.id, ids);
  const member_ids = new Set(members.map((row) => row.id));
  const unknown = ids.filter((id) => !member_ids.has(id));
  if (unknown.length > 0)
    throw notFound("digital human", `${listed(unknown)} of simulation ${simulation.id}`);
  return members;
}

/** Refuses digital humans whose facts are still to be filled in: what they say could not be right. */
function requireFacts(members: readonly Row<"digital_human">[], { tools }: Output<"AgentCreate">): void {
  const lacking = members.flatMap((row) => {
    const { name, traits } = recordOf(row);
    const open = openFacts(traits ?? [], tools ?? []);
    const words = open.map((fact) => (fact.description ? `${fact.name} (${fact.description})` : fact.name));
    return words.length > 0 ? [`${row.id} ${JSON.stringify(name ?? "")}: ${words.join(", ")}`] : [];
  });
  if (lacking.length === 0) return;
  const shown = lacking.slice(0, LACKING_SHOWN).join("; ");
  const rest = lacking.length > LACKING_SHOWN ? `; and ${lacking.length - LACKING_SHOWN} more` : "";
  throw badRequest(
    `facts to fill in, by digital human: ${shown}${rest}. Give each fact a value, or run the other digital humans alone`,
  );
}

interface Planned {
  readonly digital_human_id: number;
  readonly repetition: number;
  readonly journey_step: number | null;
  /** Milliseconds after the run's start, because callers of a load test do not all call at once. */
  readonly start_offset_ms: number;
}

/**
 * The conversations of a run. They are counted before they are listed, because num_runs has no upper limit.
 */
async function conversationsOf(
  members: readonly Row<"digital_human">[],
  named: number | null | undefined,
): Promise<Planned[]> {
  const yieldIfDue = createYielder();
  const counted: (Omit<Planned, "repetition" | "journey_step"> & {
    readonly runs: number;
    /** Calls of a journey, or 0 without one. */
    readonly calls: number;
  })[] = [];
  for (const row of members) {
    const record = recordOf(row);
    const { num_runs, generation, journey_steps } = record;
    const runs = named ?? num_runs ?? 1;
    counted.push({
      digital_human_id: row.id,
      runs: runs * callsOf(record),
      calls: journey_steps?.length ?? 0,
      start_offset_ms: offsetFrom(generation?.start_offset_ms),
    });
    await yieldIfDue();
  }
  const total = counted.reduce((sum, { runs }) => sum + runs, 0);
  if (total === 0) throw badRequest("the run has no digital humans; attach one to the simulation first");
  if (total > CONVERSATIONS_MAXIMUM)
    throw badRequest(
      `the run would have ${total} conversations (digital humans times num_runs, times the steps of journeys); a run has at most ${CONVERSATIONS_MAXIMUM}, because one answer lists them all. Start several runs: name some of the digital_human_ids in each, or lower num_runs`,
    );
  return counted.flatMap(({ digital_human_id, runs, calls, start_offset_ms }) =>
    Array.from({ length: runs }, (_, index) => ({
      digital_human_id,
      repetition: index + 1,
      journey_step: calls === 0 ? null : (index % calls) + 1,
      start_offset_ms,
    })),
  );
}

/** Adds a job for each later time at which conversations of the run may open. */
async function openLater(
  transaction: Kysely<Database>,
  { jobs }: Jobs,
  { id, created_at }: Row<"simulation_run">,
  planned: readonly Planned[],
): Promise<void> {
  const offsets = distinct(planned.map(({ start_offset_ms }) => start_offset_ms)).filter((ms) => ms > 0);
  await jobs.add(
    transaction,
    offsets.map((offset) => ({
      kind: "open_conversations" as const,
      payload: { simulation_run_id: id },
      due_at: new Date(Date.parse(created_at) + offset),
    })),
  );
}

/** Any value except a time within a day means "at once". */
const offsetFrom = (value: unknown): number =>
  typeof value === "number" && value >= 0 && value <= DAY_MS ? Math.round(value) : 0;

async function insertResults(
  transaction: Kysely<Database>,
  { newId }: Ids,
  run: Row<"simulation_run">,
  planned: readonly Planned[],
  seed: string,
): Promise<number[]> {
  const { organization_id, simulation_id, agent_id, created_at, world_id } = run;
  const made = await inChunks(planned, (chunk) =>
    transaction
      .insertInto("simulation_result")
      .values(
        chunk.map(({ start_offset_ms, ...conversation }) => ({
          ...conversation,
          opens_at:
            (conversation.journey_step ?? 1) > 1
              ? WAITS_FOR_PREVIOUS_CALL
              : new Date(Date.parse(created_at) + start_offset_ms).toISOString(),
          organization_id,
          simulation_run_id: run.id,
          simulation_id,
          agent_id,
          seed,
          status: "QUEUED" as const,
          ...(world_id !== null && { world_key: newId().replaceAll("-", "") }),
          created_at,
        })),
      )
      .returning("id")
      .execute(),
  );
  return distinct(made.map((row) => row.id));
}
