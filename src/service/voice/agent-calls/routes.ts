/**
 * Calls that an agent creates: a telephone company's request for it is answered here, and a digital human picks up. The
 * secret is an API key of the organization; the account can be any.
 */
import type { Hono } from "hono";
import { DIALLED_CARRIERS } from "../../../contract/values.ts";
import type { AuditLog } from "../../audit/audit-log.ts";
import { queueNow } from "../../domain/runs/queue.ts";
import { Refused } from "../../errors.ts";
import { audited } from "../../http/audited.ts";
import type { Context, Environment } from "../../http/environment.ts";
import { queryOf } from "../../http/incoming.ts";
import type { FindOwner } from "../../http/keys.ts";
import type { Admit } from "../../http/rate-limit.ts";
import type { WorkThread } from "../../thread/work-thread.ts";
import { requireVoice } from "../refusal.ts";
import type { Calling } from "../voice.ts";
import { answeringTo } from "./answering.ts";
import type { CallApi, CreateCall } from "./api.ts";
import { CALL_APIS } from "./apis.ts";
import { fieldsIn } from "./fields.ts";
import { CallRefused } from "./refused.ts";
import { type Account, callsOfAccount, callWith } from "./stored.ts";

type Service = Calling & { readonly thread: WorkThread };

interface Means {
  readonly ownerOf: FindOwner;
  readonly admit: Admit | undefined;
  readonly audit: AuditLog;
}

export function addAgentCalls(app: Hono<Environment>, service: Service, means: Means): void {
  for (const dialect of DIALLED_CARRIERS) {
    const api = CALL_APIS[dialect];
    const route = (template: string, use: string, answer: Answer) => async (c: Context) => {
      c.set("route", template);
      try {
        return await audited(c, use, means.audit, async () => {
          const organization_id = await ownerIn(c, api, means);
          return answer(c, { organization_id, dialect, account: accountIn(c) }, service);
        });
      } catch (error) {
        return refusal(c, api, error);
      }
    };
    const { collection, instance } = api.paths;
    app.on("POST", [...api.collection], route(collection, "create_agent_call", createCall));
    if (api.list) app.on("GET", [...api.collection], route(collection, "read", answerList));
    app.on("GET", [...api.instance], route(instance, "read", answerCall));
  }
}

type Answer = (c: Context, account: Account, service: Service) => Promise<Response>;

async function ownerIn(c: Context, { keyIn }: CallApi, { ownerOf, admit }: Means): Promise<string> {
  const { incoming } = c.env;
  const key = keyIn(incoming);
  const owner = await ownerOf(incoming.socket.remoteAddress ?? "", key);
  c.set("organization_id", owner.organization_id);
  c.set("key_id", owner.key_id);
  await admit?.(key ?? "");
  return owner.organization_id;
}

/** The answer to a refused request. Anything else is thrown on. */
function refusal(c: Context, api: CallApi, error: unknown): Response {
  if (!(error instanceof Refused)) throw error;
  const { body, status = error.status, headers } = api.refuse(error);
  return c.json(body, status, { ...error.headers, ...headers });
}

async function createCall(c: Context, account: Account, service: Service): Promise<Response> {
  const api = CALL_APIS[account.dialect];
  const fields = await fieldsIn(c.env.incoming);
  const read = () => api.read(fields, account.account);
  const { expected } = service.voice ?? {};
  const id = expected?.create(account.account, read) ?? (await queueCall(service, account, read()));
  const row = await callWith(service, account, api.sidOf(id));
  if (!row) throw notHere(c);
  // Nobody has picked up yet.
  return answered(c, row.id, api.created({ ...row, attempts: null }), 201);
}

/** Each request is a new call, and no call is made again: not even if the service dies in the middle of it. */
async function queueCall(
  service: Service,
  { organization_id, dialect }: Account,
  { url, asked }: CreateCall,
): Promise<number> {
  const { simulation_id, digital_human } = await answeringTo(service.db, organization_id, asked);
  await requireVoice(service.voice, digital_human);
  const queued = await queueNow(
    service,
    organization_id,
    { simulation_id, digital_human_ids: [digital_human.id], num_runs: 1 },
    { line: { dialect, url, asked }, conditions: null },
  );
  return Number(queued.simulation_result_ids[0]);
}

const answerList: Answer = async (c, account, service) => {
  const { list } = CALL_APIS[account.dialect];
  if (!list) throw notHere(c);
  return c.json(
    await list((page) => callsOfAccount(service, account, page), account.account, queryOf(c.req.url)),
  );
};

const answerCall: Answer = async (c, account, service) => {
  const row = await callWith(service, account, c.req.param("call") ?? "");
  const shown = row && CALL_APIS[account.dialect].show(row, queryOf(c.req.url));
  if (!row || !shown) throw notHere(c);
  return answered(c, row.id, shown, 200);
};

const answered = (c: Context, id: number, body: object, status: 200 | 201): Response =>
  c.json(body, status, { "x-simulation-result-id": String(id) });

function accountIn(c: Context): string {
  const account = c.req.param("account") ?? "";
  if (/^[\w-]{1,64}$/.test(account)) return account;
  throw notHere(c);
}

const notHere = (c: Context) =>
  new CallRefused("not_found", `The requested resource ${c.req.path.slice(0, 300)} was not found`);
