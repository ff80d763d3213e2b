/** Calls from other platforms, in their own formats. */
import { VENDORS } from "../../engine/imports/vendors.ts";
import { counted } from "../../engine/words/counted.ts";
import { findExternal } from "../domain/agents/external.ts";
import { submitCall } from "../domain/calls/submit.ts";
import { notFound } from "../errors.ts";
import type { FindAgents, ImportedCall } from "../imports/imported.ts";
import { readLogHere } from "../imports/read-log.ts";
import type { Service } from "../service.ts";
import { Invalid } from "../validation/fault.ts";
import { SMALL_BODY } from "../validation/read.ts";
import type { ApiRequest, Handlers } from "./handler.ts";

export const importHandlers = {
  async import_call(request, service) {
    const { vendor } = request.params;
    if (!VENDORS.includes(vendor)) throw notFound("platform", `${vendor} (known: ${VENDORS.join(", ")})`);
    const bytes = request.log ?? new Uint8Array();
    const arrived_at = service.now().toISOString();
    const sent = { bytes, vendor, agent_id: request.query.agent_id, arrived_at };
    const agents = findAgents(service, request.organization_id);
    const read = await (bytes.length <= SMALL_BODY
      ? readLogHere(sent, agents)
      : service.thread.readLog(sent, agents));
    if ("faults" in read) throw new Invalid(read.faults, read.more);
    if (read.calls.length === 0)
      return { status: "ignored", call_ids: [], message: `it contains no finished call of ${vendor}` };
    const call_ids: string[] = [];
    for (const call_log of read.calls) call_ids.push(await store(request, call_log, service));
    const message = `${counted(call_ids.length, "call is", "calls are")} stored`;
    return { status: "success", call_ids, message };
  },
} satisfies Partial<Handlers>;

type ImportCall = ApiRequest<"import_call">;

/** Agents by their `external_agent_id`. */
const findAgents =
  ({ db }: Service, organization_id: string): FindAgents =>
  async (names) => {
    const ids = new Map<string, number>();
    for (const name of names) {
      const id = await findExternal(db, organization_id, name);
      if (id !== undefined) ids.set(name, id);
    }
    return ids;
  };

/** A platform sends several events for each call, and repeats each if in doubt: each call is stored once. */
async function store(
  { organization_id }: ImportCall,
  { idempotency_key, submission: large }: ImportedCall,
  service: Service,
): Promise<string> {
  // This body has only the fields needed to file the call.
  const body: ApiRequest<"evaluate">["body"] = JSON.parse(large.stored.head);
  const call = { organization_id, body, large, idempotency_key };
  const { call_id } = await submitCall(call, service);
  return call_id;
}
