/** Calls in the logs of other platforms. */
import { basename, dirname, join } from "node:path";
import { check } from "../../../../contract/check.ts";
import { EvaluateRequest } from "../../../../contract/schemas/evaluation.ts";
import type { LoggedCall } from "../../../../engine/imports/reader.ts";
import { identityOfCall, keyOfCall, listOfVendors } from "../../../../engine/imports/vendors.ts";
import { type Detail, Failure } from "../../../../lib/failure.ts";
import { type CallLogFile, fieldsOfCall, listOnce, readLog } from "../../../calls/log-file.ts";
import type { CallFields } from "../../../calls/submission.ts";
import type { Context } from "../../../context.ts";
import type { PlannedCall, PlannedCalls } from "./planned-call.ts";

interface LogsInput {
  readonly agent: number | undefined;
  /** Fields for every call. They override the log. */
  readonly fields?: Partial<CallFields>;
  /** The start time of calls whose log does not give one. */
  readonly start_time?: string | undefined;
}

/** A file that is not a log of a known platform. If reading it failed, `fault` says why. */
export interface OtherFile {
  readonly file: string;
  readonly fault?: string;
}

/** Separates the logs from the other files, which are manifests or of an unknown kind. */
export async function sortLogs(
  context: Context,
  files: readonly string[],
): Promise<{ readonly logs: CallLogFile[]; readonly others: OtherFile[] }> {
  const logs: CallLogFile[] = [];
  const others: OtherFile[] = [];
  for (const file of files) {
    const log = await readLog(file, context.cwd).catch((error: Error) => error);
    if (log instanceof Error) others.push({ file, fault: log.message });
    else if (log.calls.length > 0) logs.push(log);
    else others.push({ file });
  }
  return { logs, others };
}

/**
 * The calls in logs. A call that occurs several times counts once: the last occurrence, which may say more,
 * is used.
 */
export async function callsOfLogs(
  context: Context,
  logs: readonly CallLogFile[],
  { agent, fields = {}, start_time }: LogsInput,
): Promise<PlannedCalls> {
  const faults: Detail[] = [];
  const planned = new Map<string, PlannedCall>();
  const agentOf = await agentsOf(context, agent, logs);
  const list = listOnce();
  const seen: Seen = { unfinished: [], unknown: new Map() };
  let again = 0;
  for (const log of logs)
    for (const logged of log.calls) {
      if ("fault" in logged) {
        faults.push({ where: log.file, message: logged.fault });
        continue;
      }
      const { call } = logged;
      note(seen, call);
      if (call.unfinished !== undefined) continue;
      const where = `${log.file}: ${call.vendor} ${identityOfCall(call)}`;
      const agent_id = agentOf(call);
      if (agent_id instanceof Failure) {
        faults.push({ where, message: agent_id.message });
        continue;
      }
      const item = toPlanned(log, call, { agent_id, where, fields, start_time, list });
      const wrong = faultsOf(item);
      faults.push(...wrong.map((message) => ({ where, message })));
      if (wrong.length > 0) continue;
      const key = item.idempotency_key ?? where;
      if (planned.delete(key)) again++;
      planned.set(key, item);
    }
  if (again > 0)
    await context.terminal.note(
      `${again === 1 ? "a call is" : `${again} calls are`} in the logs more than once: the last one is taken`,
    );
  await tellSeen(context, seen);
  const lacking = [...planned.values()].filter(({ fields }) => fields.start_time_utc === start_time);
  if (start_time !== undefined && lacking.length > 1)
    faults.push({
      where: `--start-time ${start_time}`,
      message: `${lacking.length} logs do not say when their call began: import them one by one`,
    });
  return { calls: [...planned.values()], faults };
}

/** What is in the logs and is not imported. */
interface Seen {
  /** The calls that have not ended. */
  readonly unfinished: string[];
  /** Kinds of events that no reader knows, by platform. */
  readonly unknown: Map<string, number>;
}

function note({ unfinished, unknown }: Seen, call: LoggedCall): void {
  if (call.unfinished !== undefined)
    unfinished.push(`${call.vendor} ${identityOfCall(call)} (${call.unfinished})`);
  for (const [kind, count] of Object.entries(call.unknown ?? {})) {
    const name = `${kind} of ${call.vendor}`;
    unknown.set(name, count + (unknown.get(name) ?? 0));
  }
}

/** How many names a note lists. */
const NAMED = 5;

async function tellSeen({ terminal }: Context, { unfinished, unknown }: Seen): Promise<void> {
  const listed = (names: readonly string[]) =>
    [...names.slice(0, NAMED), ...(names.length > NAMED ? [`${names.length - NAMED} more`] : [])].join(", ");
  if (unfinished.length > 0)
    await terminal.note(
      `${unfinished.length === 1 ? "a call has" : `${unfinished.length} calls have`} not ended and ` +
        `${unfinished.length === 1 ? "is" : "are"} ignored: ${listed(unfinished)}`,
    );
  const kinds = [...unknown].map(([name, count]) => `${count} × ${name}`);
  if (kinds.length > 0) await terminal.note(`events of unknown kinds are not read: ${listed(kinds)}`);
}

/** The given agent, or the one whose `external_agent_id` the log names. */
async function agentsOf(
  context: Context,
  given: number | undefined,
  logs: readonly CallLogFile[],
): Promise<(call: LoggedCall) => string | Failure> {
  if (given !== undefined) return () => String(given);
  const names = logs.some(({ calls }) =>
    calls.some((logged) => "call" in logged && logged.call.agent_id !== undefined),
  );
  const agents = names ? await context.read("list_agents", {}) : [];
  const byExternal = new Map(agents.map(({ id, external_agent_id }) => [external_agent_id, id]));
  const fallback = await context.agent(undefined).then(String, (error: unknown) => {
    if (error instanceof Failure) return error;
    throw error;
  });
  return ({ agent_id }) => {
    const own_id = agent_id === undefined ? undefined : byExternal.get(agent_id);
    if (own_id) return own_id;
    if (!(fallback instanceof Failure) || agent_id === undefined) return fallback;
    return new Failure(
      "usage",
      `no agent has the external_agent_id ${agent_id}: give --agent, or set it on the agent`,
    );
  };
}

interface Planning {
  readonly agent_id: string;
  readonly where: string;
  readonly fields: Partial<CallFields>;
  readonly start_time: string | undefined;
  readonly list: ReturnType<typeof listOnce>;
}

function toPlanned(
  log: CallLogFile,
  call: LoggedCall,
  { agent_id, where, fields: given, start_time, list }: Planning,
): PlannedCall {
  const folder = dirname(log.path);
  const { fields, recording_file } = fieldsOfCall(log, call, list);
  const given_fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return {
    fields: {
      ...fields,
      ...given_fields,
      agent_id,
      start_time_utc: fields.start_time_utc ?? start_time ?? "",
      metadata: { ...fields.metadata, ...given.metadata },
    },
    // A person did not name the file next to a log: it may be a link to anywhere.
    files: { recording_file, folder, ...(recording_file !== undefined && { within: folder }) },
    // One journal serves a folder of logs.
    manifest: join(folder, basename(folder)),
    file: log.file,
    name: `${call.vendor} ${identityOfCall(call)}`,
    idempotency_key: keyOfCall(agent_id, call),
    toFaults: ({ message, options: { details } }: Failure) => (details ? [...details] : [{ where, message }]),
  };
}

/** Why a call cannot be sent: a log may lack something that E2 needs, or have more than it accepts. */
function faultsOf({ fields, files: { recording_file } }: PlannedCall): string[] {
  if (fields.start_time_utc === "")
    return ["the log does not say when the call began: give --start-time 2026-11-01T12:00:00Z"];
  if (!fields.transcript?.length && !fields.recording_url && recording_file === undefined)
    return ["the log contains no words, and there is no recording next to it"];
  const participants = [{ role: "AGENT" }, { role: "USER" }];
  const recording = recording_file === undefined ? {} : { transcript_url: "http://x/x.json" };
  const { issues } = check(EvaluateRequest, { participants, ...recording, ...fields });
  return issues.map(({ path, message }) => `${path.map(String).join(".")}: ${message}`);
}

/** Says what a file is not, if only logs were expected. */
export const notALog = ({ file, fault }: OtherFile): Detail => ({
  where: file,
  message:
    fault ?? `not a call log of a known platform (${listOfVendors()}); \`parley evaluate\` takes transcripts`,
});
