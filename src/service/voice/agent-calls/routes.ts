/**
 * Calls that an agent creates: a telephone company's request for it is answered here, and a digital human picks up. The
 * secret is an API key of the organization; the account can be any.
 */
import type { Hono } from "hono";
import type { AuditLog } from "../../audit/audit-log.ts";
import { openLarge } from "../../domain/conversations/open.ts";
import { queueRun } from "../../domain/runs/queue.ts";
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
import { ACCOUNT } from "./request.ts";
import { type Account, callsOfAccount, callWith, repeatedCall } from "./stored.ts";

type Service = Calling & { readonly thread: WorkThread };

interface Means {
  readonly ownerOf: FindOwner;
  readonly admit: Admit | undefined;
  readonly audit: AuditLog;
}

export function addAgentCalls(app: Hono<Environment>, service: Service, means: Means): void {
  for (const api of CALL_APIS) {
    const route = (template: string, use: string, answer: Answer) => async (c: Context) => {
      c.set("route", template);
      try {
        return await audited(c, use, means.audit, async () => {
          const organization_id = await ownerIn(c, api, means);
          return answer(c, { organization_id, api, account: accountIn(c) }, service);
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

/** A request, by its account. */
interface Asked extends Account {
  readonly api: CallApi;
}

type Answer = (c: Context, asked: Asked, service: Service) => Promise<Response>;

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

async function createCall(c: Context, asked: Asked, service: Service): Promise<Response> {
  const { api } = asked;
  const fields = await fieldsIn(c.env.incoming);
  const accountOf = () => asked.account ?? api.accountIn?.(fields) ?? "";
  const read = () => api.read(fields, accountOf());
  const { expected } = service.voice ?? {};
  const id =
    expected?.create(accountOf, read, api.accountIn && "connection_id") ??
    (await queueCall(service, asked, read()));
  const row = await callWith(service, { ...asked, account: accountOf() }, api.sidOf(id));
  if (!row) throw notHere(c);
  // Nobody has picked up yet.
  return answered(c, row.id, api.created({ ...row, attempts: null }), api.created_status ?? 201);
}

/**
 * Each request is a new call, unless it repeats one. No call is made again: not even if the service dies in the middle of it.
 */
async function queueCall(
  service: Service,
  { organization_id, api }: Asked,
  { url, asked }: CreateCall,
): Promise<number> {
  const { simulation_id, digital_human } = await answeringTo(service.db, organization_id, asked);
  await requireVoice(service.voice, digital_human);
  const run = { simulation_id, digital_human_ids: [digital_human.id], num_runs: 1 };
  const calling = { line: { dialect: api.dialect, url, asked }, conditions: null };
  const queued = await service.write(
    async (transaction) =>
      (await repeatedCall(transaction, service, { organization_id, api }, asked)) ??
      queueRun(transaction, service, organization_id, run, calling),
  );
  if (typeof queued === "number") return queued;
  if (queued.isLater) await openLarge(service, queued.simulation_run_id);
  return Number(queued.simulation_result_ids[0]);
}

const answerList: Answer = async (c, asked, service) => {
  const { api, account } = asked;
  if (!api.list || account === undefined) throw notHere(c);
  const calls = callsOfAccount(service, { ...asked, account });
  return c.json(await api.list(calls, account, queryOf(c.req.url)));
};

const answerCall: Answer = async (c, asked, service) => {
  const row = await callWith(service, asked, c.req.param("call") ?? "");
  const shown = row && asked.api.show(row, queryOf(c.req.url));
  if (!row || !shown) throw notHere(c);
  return answered(c, row.id, shown, 200);
};

const answered = (c: Context, id: number, body: object, status: 200 | 201): Response =>
  c.json(body, status, { "x-simulation-result-id": String(id) });

/** Undefined if the path has none. */
function accountIn(c: Context): string | undefined {
  const account = c.req.param("account");
  if (account === undefined || ACCOUNT.test(account)) return account;
  throw notHere(c);
}

const notHere = (c: Context) =>
  new CallRefused("not_found", `The requested resource ${c.req.path.slice(0, 300)} was not found`);
