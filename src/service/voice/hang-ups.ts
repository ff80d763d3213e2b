/**
 * Hanging up by a request to the API of a telephone company, as agents written for the telephone do. Agents authenticate
 * with their `websocket_password`, which they use as auth token or API key. For a call that an agent has created
 * (agent-calls/), the key that created it will do too.
 */

import { createHash, timingSafeEqual } from "node:crypto";
import type { Hono } from "hono";
import type { Clock } from "../clock.ts";
import { type Conversation, loadConversation } from "../domain/conversations/conversation.ts";
import { endConversations } from "../domain/conversations/end.ts";
import type { LineRequest } from "../domain/runs/queue.ts";
import { isRefusal } from "../errors.ts";
import type { Context, Environment } from "../http/environment.ts";
import { formBody } from "../http/form-body.ts";
import { basicPassword } from "../http/incoming.ts";
import type { Attempts, FindOwner } from "../http/keys.ts";
import type { Ids } from "../ids.ts";
import type { Jobs } from "../jobs/promised.ts";
import type { Store } from "../store/store.ts";
import { asHex, type CarrierName, resultIn } from "./transports/telephone/carrier.ts";

interface Answers {
  readonly done: (c: Context) => Response;
  readonly over: (c: Context) => Response;
  readonly refused: (c: Context) => Response;
}

interface Keys {
  readonly attempts: Attempts;
  readonly ownerOf: FindOwner;
}

interface HangUp extends Answers {
  readonly carrier: CarrierName;
  readonly method: "POST" | "DELETE";
  readonly route: string;
  /** The conversation that the path refers to. */
  result(c: Context): number | undefined;
  /** If it changes a call, which hanging up is only one way of: the answer to all others. */
  readonly other?: (c: Context) => Response;
}

const parameter = (c: Context, name: string) => c.req.param(name) ?? "";

const ONLY = "only Status=completed is answered here";

const updated = (c: Context) => {
  const [account_sid, sid] = [parameter(c, "account"), parameter(c, "call").replace(/\.json$/, "")];
  return c.json({ sid, account_sid, status: "completed" });
};

const TELNYX = {
  carrier: "telnyx",
  method: "POST",
  result: (c: Context) => resultIn("call_control_id", parameter(c, "call").replace(/^v3:|\.json$/g, "")),
  over: (c: Context) => c.json({ errors: [{ code: "90018", title: "Call has already ended" }] }, 422),
  refused: (c: Context) => c.json({ errors: [{ code: "10009", title: "Authentication failed" }] }, 401),
} as const;

const PLIVO = {
  carrier: "plivo",
  method: "DELETE",
  result: (c: Context) => resultIn("CallUUID", asHex(parameter(c, "call"))),
  done: (c: Context) => c.body(null, 204),
  over: (c: Context) => c.json({ error: "call not found" }, 404),
  refused: (c: Context) => c.json({ error: "authentication failed" }, 401),
} as const;

const HANG_UPS: readonly HangUp[] = [
  {
    carrier: "twilio",
    method: "POST",
    route: "/2010-04-01/Accounts/:account/Calls/:call",
    result: (c) => resultIn("CA", parameter(c, "call").replace(/^CA|\.json$/g, "")),
    other: (c) => c.json({ code: 20_001, message: ONLY, status: 400 }, 400),
    done: updated,
    over: (c) =>
      c.json({ code: 21_220, message: "Call is not in-progress. Cannot redirect.", status: 400 }, 400),
    refused: (c) => c.json({ code: 20_003, message: "Authenticate", status: 401 }, 401),
  },
  {
    ...TELNYX,
    route: "/v2/calls/:call/actions/hangup",
    done: (c) => c.json({ data: { result: "ok" } }),
  },
  {
    ...TELNYX,
    route: "/v2/texml/Accounts/:account/Calls/:call",
    other: (c) => c.json({ errors: [{ code: "10015", title: "Bad Request", detail: ONLY }] }, 400),
    done: updated,
  },
  { ...PLIVO, route: "/v1/Account/:account/Call/:call/" },
  // A call that has not begun has this name, which is the same.
  { ...PLIVO, route: "/v1/Account/:account/Request/:call/" },
];

/** @param keys the addresses whose passwords are refused, and the owners of keys */
export function addHangUps(app: Hono<Environment>, service: Store & Clock & Ids & Jobs, keys: Keys): void {
  for (const hangUp of HANG_UPS)
    app.on(hangUp.method, hangUp.route, async (c) => {
      c.set("route", hangUp.route);
      return answer(c, hangUp, service, keys);
    });
}

async function answer(
  c: Context,
  hangUp: HangUp,
  service: Store & Clock & Ids & Jobs,
  { attempts, ownerOf }: Keys,
): Promise<Response> {
  const address = c.env.incoming.socket.remoteAddress ?? "";
  attempts.admit(address);
  const id = hangUp.result(c);
  const conversation = id === undefined ? undefined : await loadConversation(service.db, id);
  const isKnown =
    conversation &&
    isCalledBy(hangUp.carrier, conversation) &&
    (knows(c, conversation) || (await owns(c, address, conversation, ownerOf)));
  if (!isKnown) {
    attempts.failed(address);
    return hangUp.refused(c);
  }
  c.set("organization_id", conversation.result.organization_id);
  if (hangUp.other && (await formBody(c.env.incoming, FORM_MAXIMUM))?.get("Status") !== "completed")
    return hangUp.other(c);
  const ended = await service.write((transaction) =>
    endConversations(transaction, service, [conversation.result.id], "hung_up_by_agent", service.now()),
  );
  return ended.size > 0 ? hangUp.done(c) : hangUp.over(c);
}

const isCalledBy = (carrier: CarrierName, { line }: Conversation) =>
  line !== null && (JSON.parse(line) as LineRequest).dialect === carrier;

/** The password of Basic authentication, or a bearer token. */
function secretIn(c: Context): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  return basicPassword(c.env.incoming) ?? bearer;
}

/** Whether the request has the agent's password: in Basic authentication, or as a bearer token. */
function knows(c: Context, { agent }: Conversation): boolean {
  const { websocket_password: password } = agent;
  const secret = secretIn(c);
  if (!password || secret === undefined) return false;
  return timingSafeEqual(digest(secret), digest(password));
}

/** Whether the request has a key of the organization, with which its agent has created the call. */
async function owns(c: Context, address: string, { line, result }: Conversation, ownerOf: FindOwner) {
  const { asked }: LineRequest = JSON.parse(line ?? "{}");
  if (!asked) return false;
  const owner = await ownerOf(address, secretIn(c)).catch(isRefusal);
  return owner && owner.organization_id === result.organization_id;
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/** More than hanging up needs. */
const FORM_MAXIMUM = 16 * 1024;
