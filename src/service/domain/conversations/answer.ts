import type { Kysely } from "kysely";
import { readAgentAnswer } from "../../../contract/agent-answer.ts";
import { BodyScan } from "../../../contract/body-scan.ts";
import { check } from "../../../contract/check.ts";
import { VALUES_MAXIMUM } from "../../../contract/limits.ts";
import { SendHttpTextMessage } from "../../../contract/schemas/text-message.ts";
import type { Output } from "../../../contract/types.ts";
import type { Clock } from "../../clock.ts";
import type { Ids } from "../../ids.ts";
import type { Jobs } from "../../jobs/promised.ts";
import type { WithModel } from "../../model/model.ts";
import type { PerOrganization } from "../../per-organization.ts";
import type { Database } from "../../store/schema.ts";
import type { Store } from "../../store/store.ts";
import type { MaskThread } from "../../submissions/submission.ts";
import { hostileFaults } from "../../validation/hostile.ts";
import { onAgentMessage } from "./agent-message.ts";
import { answerFault } from "./answer-fault.ts";
import { type Conversation, loadConversation } from "./conversation.ts";
import { keepAnswer } from "./deduplication.ts";
import { maskedOf } from "./entries.ts";

/** More messages than an agent sends in a turn. Each is a change of the store. */
const BODIES_MAXIMUM = 100;

type Body = Output<"SendHttpTextMessage">;

export type AgentAnswer =
  | { readonly bodies: readonly Body[] }
  /** Why it was not accepted, for people. */
  | { readonly error: string };

/**
 * The agent's message in the response to its webhook, checked like a request of E6. Undefined if it has none.
 */
export function checkAgentAnswer(simulation_result_id: number, text: string): AgentAnswer | undefined {
  const excess = text === "" ? undefined : new BodyScan(VALUES_MAXIMUM).read(Buffer.from(text));
  if (excess) return { error: "the answer was not accepted: it is nested too deeply or has too many parts" };
  const given = readAgentAnswer(text);
  if (!given?.some((fields) => saysSomething(fields) || statesVersion(fields))) return undefined;
  if (given.length > BODIES_MAXIMUM)
    return {
      error: `the answer has ${given.length} messages and tool calls; at most ${BODIES_MAXIMUM} are accepted`,
    };
  const bodies: Body[] = [];
  for (const [place, fields] of given.entries()) {
    const said = saysSomething(fields) || !statesVersion(fields) ? fields : acknowledgementOf(fields);
    const body = { ...said, simulation_result_id: String(simulation_result_id) };
    const [hostile] = hostileFaults(body)?.faults ?? [];
    if (hostile)
      return { error: `the answer was not accepted: ${hostile.loc.slice(1).join(".")} ${hostile.msg}` };
    const { value, issues } = check(SendHttpTextMessage, body);
    const [issue] = issues;
    if (issue)
      return { error: `the answer was not accepted: ${answerFault({ issue, body: fields, place, text })}` };
    if (value) bodies.push(value);
  }
  return { bodies };
}

/** An acknowledgement such as {"status": "ok"} is not a message. */
const saysSomething = (fields: Readonly<Record<string, unknown>>) =>
  ["message", "end_conversation"].some((name) => name in fields) || fields["type"] === "tool_call";

const VERSION_FIELDS = ["prompt_id", "prompt_version", "knowledge_base_version"];
const statesVersion = (fields: Readonly<Record<string, unknown>>) =>
  VERSION_FIELDS.some((name) => name in fields);

/** An acknowledgement may say which version answers later. Its other fields mean nothing here. */
const acknowledgementOf = (fields: Readonly<Record<string, unknown>>) => ({
  message: "",
  end_turn: false,
  ...Object.fromEntries(Object.entries(fields).filter(([name]) => VERSION_FIELDS.includes(name))),
});

/** An answer that is ready to be taken. */
export interface ReadyAnswer {
  readonly bodies: readonly Body[];
  readonly masked: Conversation["masked"];
}

/**
 * What comes before the transaction, which others wait for: each message gets its id, and a large answer is masked
 * in the thread.
 */
export async function readyAnswer(
  { thread, db }: Pick<Store, "db"> & { readonly thread: PerOrganization<Pick<MaskThread, "mask">> },
  simulation_result_id: number,
  delivery_id: string,
  given: readonly Body[],
): Promise<ReadyAnswer> {
  const bodies = given.map((body, index) => ({
    ...body,
    message_id: index === given.length - 1 ? delivery_id : `${delivery_id}.${index + 1}`,
  }));
  const conversation = () => loadConversation(db, simulation_result_id);
  return { bodies, masked: await maskedOf(thread, bodies, conversation) };
}

/**
 * Takes the agent's answer to a delivery as its turn, only once: a repeated delivery has the same id. A
 * conversation that has ended ignores further answers.
 */
export async function takeAgentAnswer(
  transaction: Kysely<Database>,
  service: Clock & Ids & Jobs & WithModel,
  simulation_result_id: number,
  delivery_id: string,
  { bodies, masked }: ReadyAnswer,
): Promise<void> {
  let conversation = await loadConversation(transaction, simulation_result_id, delivery_id);
  if (!conversation || conversation.answer !== null) return;
  let answer: Awaited<ReturnType<typeof onAgentMessage>> | undefined;
  const moments = momentsOf(bodies, service.now());
  for (const [index, body] of bodies.entries()) {
    // Each message may have changed the digital human's state, or ended the conversation.
    conversation = index === 0 ? conversation : await loadConversation(transaction, simulation_result_id);
    if (!conversation || conversation.result.ended_at !== null) break;
    answer = await onAgentMessage(transaction, service, { ...conversation, masked }, body, {
      isAll: true,
      at: moments[index] ?? service.now(),
    });
  }
  if (answer) await keepAnswer(transaction, simulation_result_id, delivery_id, answer);
}

/**
 * When the parts of an answer happened, which came together. What is not a message is a millisecond later than what
 * comes before it, if that is of another kind, so that everything is shown in its order.
 */
function momentsOf(bodies: readonly Body[], now: Date): Date[] {
  let ms = now.getTime();
  return bodies.map((body, place) => {
    const kind = kindOf(body);
    if (place > 0 && kind !== "message" && kind !== kindOf(bodies[place - 1])) ms++;
    return new Date(ms);
  });
}

const kindOf = (body: Body | undefined) =>
  body?.type === "message" && !body.message && body.events ? "event" : body?.type;
