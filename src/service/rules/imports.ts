/** Calls that other platforms send, in their own shapes. */
import { check } from "../../contract/check.ts";
import { EvaluateRequest } from "../../contract/schemas/evaluation.ts";
import type { LoggedCall } from "../../engine/imports/reader.ts";
import { callsIn, keyOfCall, submissionOf, VENDORS } from "../../engine/imports/vendors.ts";
import { badRequest, notFound, Refused } from "../errors.ts";
import type { Call, Handlers, Service } from "../handler.ts";
import { takingTurns } from "../turns.ts";
import { findExternal, SHOWN } from "./agents/external.ts";
import { evaluationHandlers } from "./evaluations.ts";

export const importHandlers = {
  async import_call(call, service) {
    const { vendor } = call.params;
    if (!VENDORS.includes(vendor)) throw notFound("platform", `${vendor} (known: ${VENDORS.join(", ")})`);
    const found = callsIn(call.body);
    const calls = found.map((one) => {
      if ("fault" in one) throw badRequest(one.fault);
      if (one.call.vendor !== vendor)
        throw badRequest(`this is a call of ${one.call.vendor}, not of ${vendor}`);
      return one.call;
    });
    const finished = calls.filter(({ fields, recording }) => fields.transcript?.length || recording?.url);
    if (finished.length === 0)
      return { status: "ignored", call_ids: [], message: `it contains no finished call of ${vendor}` };
    const agentOf = agentsOf(call, service);
    const letOthers = takingTurns();
    const requests: Request[] = [];
    for (const one of finished) {
      requests.push(requestOf(one, await agentOf(one)));
      await letOthers();
    }
    const call_ids: string[] = [];
    for (const request of requests) call_ids.push(await store(call, request, service));
    const message = `${call_ids.length} ${call_ids.length === 1 ? "call is" : "calls are"} stored`;
    return { status: "success", call_ids, message };
  },
} satisfies Partial<Handlers>;

type ImportCall = Call<"import_call">;
interface Request {
  readonly idempotency_key: string;
  readonly body: Call<"evaluate">["body"];
}

/** A call as E2 takes it. @throws Refused (400) if it lacks something or does not fit */
function requestOf(one: LoggedCall, agent_id: string): Request {
  const fields = submissionOf(one);
  if (fields.start_time_utc === undefined) throw badRequest("the log does not say when the call began");
  const { value, issues } = check(EvaluateRequest, { ...fields, agent_id });
  if (!value) {
    const [{ path = [], message = "" } = {}] = issues;
    throw badRequest(`the call does not fit: ${path.map(String).join(".")}: ${message}`);
  }
  return { idempotency_key: keyOfCall(agent_id, one), body: value };
}

/**
 * Returns what finds the agent of a call: the one in the query, or the one whose `external_agent_id` the log names. Each name is looked
 * up once, however many calls have it.
 */
function agentsOf({ organization_id, query: { agent_id } }: ImportCall, { db }: Service) {
  const found = new Map<string, number | undefined>();
  return async ({ agent_id: named }: LoggedCall): Promise<string> => {
    if (agent_id !== undefined) return String(agent_id);
    if (named !== undefined && !found.has(named))
      found.set(named, await findExternal(db, organization_id, named));
    const known = named === undefined ? undefined : found.get(named);
    if (known === undefined)
      throw badRequest(
        `no agent has the external_agent_id ${named?.slice(0, SHOWN) ?? "that the log should name"}: give ?agent_id=`,
      );
    return String(known);
  };
}

/** A call that is stored already stays as it is: a platform sends several events of one call, and each again if in doubt. */
async function store(
  { organization_id, key_id }: ImportCall,
  { idempotency_key, body }: Request,
  service: Service,
): Promise<string> {
  const before = await storedBefore(service, organization_id, idempotency_key);
  if (before !== undefined) return before;
  try {
    const call = { organization_id, key_id, params: {}, query: {}, body, idempotency_key };
    const { call_id } = await evaluationHandlers.evaluate(call, service);
    return call_id;
  } catch (error) {
    // Another event of the same call was stored at the same moment.
    const meanwhile =
      error instanceof Refused && error.status === 409
        ? await storedBefore(service, organization_id, idempotency_key)
        : undefined;
    if (meanwhile === undefined) throw error;
    return meanwhile;
  }
}

async function storedBefore(
  { db }: Service,
  organization_id: string,
  key: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("call")
    .select("id")
    .where("organization_id", "=", organization_id)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  return row?.id;
}
