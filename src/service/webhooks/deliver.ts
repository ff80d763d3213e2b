import type { Kysely } from "kysely";
import type { Output } from "../../contract/types.ts";
import { MESSAGE_EVENT, PUBLISHED_WEBHOOK_HEADERS, WEBHOOK_HEADERS } from "../../contract/values.ts";
import type { Clock } from "../clock.ts";
import type { JobWorker, Outcome } from "../jobs/jobs.ts";
import type { JobPayloads } from "../jobs/promised.ts";
import { HostBusy, type Network } from "../network/outbound.ts";
import { TargetRefused } from "../network/target.ts";
import type { Metrics } from "../observe/metrics.ts";
import { prepared } from "../store/prepared.ts";
import type { Database, Row } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { delayAfter, EVENT_DELAYS, isFinal, MESSAGE_DELAYS } from "./retries.ts";
import { signingHeaders } from "./sign.ts";
import { type Target, targetOf } from "./target.ts";

/** An attempt fails unless the receiver answers within this many milliseconds. */
const TIMEOUT_MS = 5000;

/** The same for an agent, which may need time to think: its answer may be its next turn. */
const AGENT_TIMEOUT_MS = 10_000;

/** The largest answer of an agent. More is not read. */
const ANSWER_MAXIMUM = 256 * 1024;
const TOO_LARGE = { error: "the answer was not accepted: it is larger than 256 KiB" };

/** How soon to try again if the receiver has as many deliveries in progress as it may have. */
const BUSY_DELAY_MS = 1000;

type Delivery = Row<"webhook_delivery">;

/** What deliveries work with. */
export interface Delivering extends Store, Clock, Network {
  readonly metrics?: Pick<Metrics, "delivery">;
}

/** The outcome of an attempt. */
interface Result {
  /** The status of the answer, if there was one. */
  readonly response_status: number | null;
  /** What is wrong, or null. */
  readonly error: string | null;
  /** Another attempt would fail in the same way. */
  readonly final: boolean;
  /** The body of an agent's answer. */
  readonly answer?: string | undefined;
}
type Changes = Pick<Delivery, "status" | "url" | "response_status" | "error" | "delivered_at">;

/**
 * What happens to a conversation when its agent answers a message of the digital human, or does not accept
 * it.
 */
export interface OnMessage<Ready, Needs> {
  /** Checks an answer before anything changes. Undefined if it is not a message. */
  check(
    simulation_result_id: number,
    answer: string,
  ): { readonly error: string } | { readonly bodies: readonly Body[] } | undefined;
  /** Does the long work on an answer before the transaction. */
  ready(
    service: Needs,
    simulation_result_id: number,
    delivery_id: string,
    bodies: readonly Body[],
  ): Promise<Ready>;
  take(
    transaction: Kysely<Database>,
    service: Needs,
    simulation_result_id: number,
    delivery_id: string,
    answer: Ready,
  ): Promise<void>;
  unreachable(transaction: Kysely<Database>, service: Needs, simulation_result_id: number): Promise<void>;
}

type Body = Output<"SendHttpTextMessage">;

/** A delivery and its receiver. */
const selectDelivery = prepared((db, { delivery_id }: JobPayloads["deliver_webhook"]) =>
  db
    .selectFrom("webhook_delivery")
    .leftJoin("webhook", "webhook.id", "webhook_delivery.webhook_id")
    .leftJoin("agent", "agent.id", "webhook_delivery.agent_id")
    .selectAll("webhook_delivery")
    .select(["webhook.url as webhook_url", "webhook.secret as webhook_secret"])
    .select("agent.record as agent_record")
    .where("webhook_delivery.id", "=", delivery_id),
);

const updateDelivery = prepared((db, row: Changes & Pick<Delivery, "id" | "attempts">) =>
  db
    .updateTable("webhook_delivery")
    .set({
      status: row.status,
      url: row.url,
      response_status: row.response_status,
      error: row.error,
      delivered_at: row.delivered_at,
      attempts: row.attempts,
    })
    .where("id", "=", row.id),
);

/**
 * Delivers at least once. A receiver that answered 2xx has the message. Any other gets it again with the same
 * `WEBHOOK_HEADERS.delivery`, until the attempts are used up or it refuses permanently.
 */
export const deliverWebhook = <Ready, Needs extends Delivering>(
  onMessage: OnMessage<Ready, Needs>,
): JobWorker<"deliver_webhook", Needs> => ({
  concurrency: 64,
  async run({ delivery_id }, service, { attempt, signal }) {
    const [delivery] = await selectDelivery(service.db, { delivery_id });
    if (delivery?.status !== "PENDING") return {};
    const target = targetOf(delivery);
    const fail = (result: Partial<Changes>) => failed(delivery, service, result, onMessage);
    if (!target) return fail({ response_status: null, error: "no webhook URL is set" });
    const sent = await send(service, await withBody(service.db, delivery), target, signal);
    if (!sent) return { again_at: new Date(service.now().getTime() + BUSY_DELAY_MS), uncounted: true };
    const { final, answer, ...outcome } = sent;
    const result = { url: target.url, ...outcome };
    if (result.error === null) return delivered(delivery, service, result, onMessage, answer);
    const delays = delivery.agent_id === null ? EVENT_DELAYS : MESSAGE_DELAYS;
    const delay = final ? undefined : delayAfter(attempt, delays, Math.random());
    if (delay === undefined) return fail(result);
    service.metrics?.delivery("retried");
    return {
      about: [],
      commit: (transaction) => record(transaction, delivery, result),
      again_at: new Date(service.now().getTime() + delay),
    };
  },
});

/** With the body of the delivery that it refers to, if it has none of its own. */
async function withBody(db: Kysely<Database>, delivery: Delivery): Promise<Delivery> {
  if (delivery.body_of === null) return delivery;
  const { body } = await db
    .selectFrom("webhook_delivery")
    .select("body")
    .where("id", "=", delivery.body_of)
    .executeTakeFirstOrThrow();
  return { ...delivery, body };
}

/** Undefined if nothing was tried because the receiver is busy with other deliveries. */
async function send(
  { outbound, now }: Network & Clock,
  { id, event, body, simulation_result_id }: Delivery,
  { url, secret }: Target,
  signal: AbortSignal,
): Promise<Result | undefined> {
  const headers = {
    "content-type": "application/json",
    ...signingHeaders({ id, body, secret, now: now() }),
    [WEBHOOK_HEADERS.event]: event,
    [WEBHOOK_HEADERS.delivery]: id,
    ...(event !== MESSAGE_EVENT && {
      [PUBLISHED_WEBHOOK_HEADERS.event]: event,
      [PUBLISHED_WEBHOOK_HEADERS.delivery]: id,
    }),
    ...(simulation_result_id !== null && { "x-simulation-result-id": String(simulation_result_id) }),
  };
  try {
    const limits =
      event === MESSAGE_EVENT
        ? { timeout_ms: AGENT_TIMEOUT_MS, answer_maximum: ANSWER_MAXIMUM }
        : { timeout_ms: TIMEOUT_MS };
    const { status, text } = await outbound.post({ url, headers, body, ...limits, signal });
    const isTaken = status >= 200 && status < 300;
    const error = isTaken ? null : `the receiver answered with status ${status}`;
    return { response_status: status, error, final: isFinal(status), ...(isTaken && { answer: text }) };
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof HostBusy) return undefined;
    const message = error instanceof Error ? error.message : String(error);
    return { response_status: null, error: message, final: error instanceof TargetRefused };
  }
}

async function delivered<Ready, Needs extends Delivering>(
  delivery: Delivery,
  service: Needs,
  result: Partial<Changes>,
  onMessage: OnMessage<Ready, Needs>,
  answer: string | undefined,
): Promise<Outcome> {
  const { now, metrics } = service;
  metrics?.delivery("delivered");
  const { id, simulation_result_id: conversation } = delivery;
  const isMessage = delivery.event === MESSAGE_EVENT && conversation !== null;
  const said = isMessage
    ? answer === undefined
      ? TOO_LARGE
      : onMessage.check(conversation, answer)
    : undefined;
  if (said && isMessage) {
    const ready = "bodies" in said && {
      answer: await onMessage.ready(service, conversation, id, said.bodies),
    };
    return {
      async commit(transaction) {
        const done = { status: "DELIVERED", delivered_at: now().toISOString() } as const;
        await record(transaction, delivery, { ...result, ...done, ...("error" in said && said) });
        if (ready) await onMessage.take(transaction, service, conversation, id, ready.answer);
      },
    };
  }
  return {
    // A delivery whose record is lost is sent again with the same id. The agent's next message, which often follows at
    // once, then need not wait for the disk.
    unforced: true,
    about: [],
    commit: (transaction) =>
      record(transaction, delivery, { ...result, status: "DELIVERED", delivered_at: now().toISOString() }),
  };
}

function failed<Needs extends Delivering>(
  delivery: Delivery,
  service: Needs,
  result: Partial<Changes>,
  { unreachable }: Pick<OnMessage<unknown, Needs>, "unreachable">,
): Outcome {
  service.metrics?.delivery("failed");
  return {
    async commit(transaction) {
      await record(transaction, delivery, { ...result, status: "FAILED" });
      if (delivery.event === MESSAGE_EVENT && delivery.simulation_result_id !== null)
        await unreachable(transaction, service, delivery.simulation_result_id);
    },
  };
}

/** Records an attempt. Nothing else changes a delivery while it is pending. */
const record = async (transaction: Kysely<Database>, delivery: Delivery, changes: Partial<Changes>) => {
  await updateDelivery(transaction, { ...delivery, ...changes, attempts: delivery.attempts + 1 });
};
