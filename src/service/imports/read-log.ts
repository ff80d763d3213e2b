/** Reads the log of another platform. A large log takes long, so a thread can do this. */
import { BodyScan } from "../../contract/body-scan.ts";
import { check } from "../../contract/check.ts";
import { LOGGED_CALLS_MAXIMUM, SUBMISSION_VALUES_MAXIMUM } from "../../contract/limits.ts";
import { EvaluateRequest } from "../../contract/schemas/evaluation.ts";
import type { LoggedCall, LoggedFields } from "../../engine/imports/reader.ts";
import { callsIn, keyOfCall, submissionOf } from "../../engine/imports/vendors.ts";
import { redactSubmission } from "../domain/calls/redact-submission.ts";
import { badRequest } from "../errors.ts";
import { storedOf } from "../submissions/submission.ts";
import { readBody } from "../validation/read.ts";
import { type FindAgents, type ReadLog, redactedBy, type SentLog, type StoredLog } from "./imported.ts";

/** The same as `LogThread.readLog`, without a thread, for a small log. */
export const readLogHere = async (log: SentLog, findAgents: FindAgents): Promise<ReadLog> =>
  redactedBy(await readLog(log, findAgents), async ({ text }) =>
    storedOf(redactSubmission(JSON.parse(text))),
  );

/** @throws Refused (400) if it is not a log of that platform, or if a call in it is not valid */
export async function readLog(
  { bytes, vendor, agent_id, arrived_at }: SentLog,
  findAgents: FindAgents,
): Promise<StoredLog> {
  const { value, faults, more } = readBody("VendorLog", bytes, { strict: true });
  if (faults.length > 0) return { faults, more };
  const finished = callsOf(vendor, value).filter(
    ({ fields, recording, unfinished }) =>
      unfinished === undefined && (fields.transcript?.length || recording?.url),
  );
  const named = new Set(finished.flatMap((call) => call.agent_id ?? []));
  const agents = agent_id === undefined && named.size > 0 ? await findAgents([...named]) : NONE;
  return {
    calls: finished.map((call) => {
      const agent = String(agent_id ?? agents.get(call.agent_id ?? "") ?? noAgent(call));
      return {
        idempotency_key: keyOfCall(agent, call),
        submission: storedOf(submissionWith(call, agent, arrived_at)),
      };
    }),
  };
}

const NONE: ReadonlyMap<string, number> = new Map();

function callsOf(vendor: string, log: unknown): LoggedCall[] {
  const calls = callsIn(log);
  if (calls.length > LOGGED_CALLS_MAXIMUM)
    throw badRequest(`the log has ${calls.length} calls; send at most ${LOGGED_CALLS_MAXIMUM} at a time`);
  return calls.map((logged) => {
    if ("fault" in logged) throw badRequest(logged.fault);
    if (logged.call.vendor !== vendor)
      throw badRequest(`this is a call of ${logged.call.vendor}, not of ${vendor}`);
    return logged.call;
  });
}

/** How many characters of an agent's name a refusal repeats. */
const SHOWN = 200;

function noAgent({ agent_id }: LoggedCall): never {
  throw badRequest(
    agent_id === undefined
      ? "the log does not name its agent: give ?agent_id="
      : `no agent has the external_agent_id ${agent_id.slice(0, SHOWN)}: give ?agent_id=`,
  );
}

/** A call in the form of E2. */
function submissionWith(call: LoggedCall, agent_id: string, arrived_at: string) {
  const request = { ...startedAt(submissionOf(call), arrived_at), agent_id };
  requireLimits(request);
  const { value, issues } = check(EvaluateRequest, request);
  if (value) return value;
  const [{ path = [], message = "" } = {}] = issues;
  throw badRequest(`the call does not fit: ${path.map(String).join(".")}: ${message}`);
}

/** A platform sends a call soon after it: if the log does not say when it began, the arrival is assumed. */
function startedAt(fields: LoggedFields, arrived_at: string): LoggedFields {
  if (fields.start_time_utc !== undefined) return fields;
  const { source, ...metadata } = fields.metadata ?? {};
  const marked = { ...Object(source), start_time_assumed: "the time of arrival" };
  return { ...fields, start_time_utc: arrived_at, metadata: { ...metadata, source: marked } };
}

/**
 * Logs can have JSON inside texts, so the request read from a log may have more values than the log itself.
 */
function requireLimits(request: object): void {
  const excess = new BodyScan(SUBMISSION_VALUES_MAXIMUM).read(Buffer.from(JSON.stringify(request)));
  if (excess) throw badRequest(`the call does not fit: it ${excess.message}`);
}
