/**
 * Calls that an agent creates: Twilio's request for it is answered here, and a digital human picks up. The password is an
 * API key of the organization; the account can be any.
 */
import type { Hono } from "hono";
import type { AuditLog } from "../../audit/audit-log.ts";
import type { KeyOwner } from "../../auth.ts";
import { queueNow } from "../../domain/runs/queue.ts";
import { Refused } from "../../errors.ts";
import { audited } from "../../http/audited.ts";
import type { Context, Environment } from "../../http/environment.ts";
import { formBody } from "../../http/form-body.ts";
import { basicPassword, queryOf } from "../../http/incoming.ts";
import type { FindOwner } from "../../http/keys.ts";
import type { Admit } from "../../http/rate-limit.ts";
import type { WorkThread } from "../../thread/work-thread.ts";
import { requireVoice } from "../refusal.ts";
import { callSid } from "../transports/telephone/twilio.ts";
import type { Calling } from "../voice.ts";
import { answeringTo } from "./answering.ts";
import { listCalls } from "./list.ts";
import { answerRefused, CallRefused, NOT_FOUND } from "./refused.ts";
import { type CreateCall, readCreateCall } from "./request.ts";
import { type CallRow, callResource, callsPath } from "./resource.ts";
import { callWith } from "./stored.ts";

const CALLS = "/2010-04-01/Accounts/:account/Calls";
/** TwiML of 4000 characters, in the longest encoding, and the rest. */
const FORM_MAXIMUM = 64 * 1024;

type Service = Calling & { readonly thread: WorkThread };

interface Means {
  readonly ownerOf: FindOwner;
  readonly admit: Admit | undefined;
  readonly audit: AuditLog;
}

export function addAgentCalls(app: Hono<Environment>, service: Service, means: Means): void {
  const route = (template: string, use: string, answer: Answer) => async (c: Context) => {
    c.set("route", template);
    try {
      return await audited(c, use, means.audit, async () => answer(c, await ownerIn(c, means), service));
    } catch (error) {
      return answerRefused(c, error);
    }
  };
  const collection = callsPath("{AccountSid}");
  app.on("POST", [CALLS, `${CALLS}.json`], route(collection, "create_agent_call", createCall));
  app.on("GET", [CALLS, `${CALLS}.json`], route(collection, "read", answerList));
  app.get(`${CALLS}/:call`, route(`${collection}/{CallSid}`, "read", answerCall));
}

type Answer = (c: Context, owner: KeyOwner, service: Service) => Promise<Response>;

async function ownerIn(c: Context, { ownerOf, admit }: Means): Promise<KeyOwner> {
  const { incoming } = c.env;
  const key = basicPassword(incoming);
  const owner = await ownerOf(incoming.socket.remoteAddress ?? "", key);
  c.set("organization_id", owner.organization_id);
  c.set("key_id", owner.key_id);
  await admit?.(key ?? "");
  return owner;
}

async function createCall(c: Context, { organization_id }: KeyOwner, service: Service): Promise<Response> {
  const account_sid = accountIn(c);
  const form = await formBody(c.env.incoming, FORM_MAXIMUM);
  if (!form) throw new Refused(413, `the body has more than ${FORM_MAXIMUM} bytes`);
  const read = () => readCreateCall(form, account_sid);
  const { expected } = service.voice ?? {};
  const id = expected?.create(account_sid, read) ?? (await queueCall(service, organization_id, read()));
  const row = await callWith(service, organization_id, account_sid, callSid(id));
  // Nobody has picked up yet.
  return shown(c, row && { ...row, attempts: null }, 201);
}

/** Each request is a new call, and no call is made again: not even if the service dies in the middle of it. */
async function queueCall(
  service: Service,
  organization_id: string,
  { url, asked }: CreateCall,
): Promise<number> {
  const { simulation_id, digital_human } = await answeringTo(service.db, organization_id, asked);
  await requireVoice(service.voice, digital_human);
  const queued = await queueNow(
    service,
    organization_id,
    { simulation_id, digital_human_ids: [digital_human.id], num_runs: 1 },
    { line: { dialect: "twilio", url, asked }, conditions: null },
  );
  return Number(queued.simulation_result_ids[0]);
}

const answerList: Answer = async (c, { organization_id }, service) =>
  c.json(await listCalls(service, organization_id, accountIn(c), queryOf(c.req.url)));

const answerCall: Answer = async (c, { organization_id }, service) => {
  const sid = (c.req.param("call") ?? "").replace(/\.json$/, "");
  return shown(c, await callWith(service, organization_id, accountIn(c), sid), 200);
};

function shown(c: Context, row: CallRow | undefined, status: 200 | 201): Response {
  if (!row) throw notHere(c);
  return c.json(callResource(row), status, { "x-simulation-result-id": String(row.id) });
}

function accountIn(c: Context): string {
  const account_sid = c.req.param("account") ?? "";
  if (/^[\w-]{1,64}$/.test(account_sid)) return account_sid;
  throw notHere(c);
}

const notHere = (c: Context) =>
  new CallRefused(NOT_FOUND, `The requested resource ${c.req.path.slice(0, 300)} was not found`, 404);
