/** Plays the agent from a script: speaks, logs tool calls, and checks what the digital human says. */
import type { z } from "zod";
import { millisecondsOf } from "../../contract/duration.ts";
import type { ScriptManifest } from "../../contract/schemas/manifests/script.ts";
import { compilePattern } from "../../engine/pattern/pattern.ts";
import { Failure } from "../../lib/failure.ts";
import { type Conversation, farewell, type Message } from "./message.ts";
import type { Reply } from "./reply.ts";
import type { Session } from "./session.ts";

type ScriptStep = z.output<typeof ScriptManifest>["steps"][number];
type Expectation = Extract<ScriptStep, { expect: unknown }>["expect"];

/** A step and its position. */
export interface PlacedStep {
  readonly step: ScriptStep;
  /** `file:line`. */
  readonly where: string;
  /** The surrounding lines of the file. */
  readonly frame: string;
}

export interface Playing {
  readonly session: Session;
  readonly conversation: Conversation;
  /** How long to wait for a turn's reply before the next step, and for an expectation that gives no time. */
  readonly wait_ms: number;
}

/** @throws Failure (gate) that names the step whose expectation was not met, and what came instead */
export async function playScript(
  steps: readonly PlacedStep[],
  { session, conversation, wait_ms }: Playing,
): Promise<void> {
  for (const { step, where, frame } of steps) {
    if ("expect" in step) {
      const fault = await missed(step.expect, session, wait_ms);
      if (fault !== undefined)
        throw new Failure("gate", "an expectation was not met", {
          where,
          code: "expectation",
          details: [{ where, message: fault, frame }],
        });
      continue;
    }
    // Wait for a turn's reply before the agent's next step.
    await session.until(() => !session.isWaiting, wait_ms);
    if (session.isOver)
      throw new Failure("gate", "the conversation ended before the script", {
        where,
        code: "expectation",
        details: [{ where, message: "the conversation had ended", frame }],
      });
    await session.send(toMessage(step, conversation));
  }
}

/** The messages of a script in the form in which they would be sent. */
export const messagesOf = (steps: readonly PlacedStep[], conversation: Conversation): Message[] =>
  steps.flatMap(({ step }) => ("expect" in step ? [] : [toMessage(step, conversation)]));

function toMessage(step: Exclude<ScriptStep, { expect: unknown }>, conversation: Conversation): Message {
  const { simulation_result_id, newId } = conversation;
  if ("tool" in step) return { simulation_result_id, type: "tool_call", ...step.tool, message_id: newId() };
  if (!("say" in step)) return farewell(conversation);
  const { say, end_turn, end } = step;
  return {
    simulation_result_id,
    message: say,
    message_id: newId(),
    ...(end_turn === false && { end_turn }),
    ...(end && { end_conversation: true }),
  };
}

/**
 * Waits for what is expected. Returns undefined when it comes, or else a description of what came instead.
 */
async function missed(expected: Expectation, session: Session, wait_ms: number): Promise<string | undefined> {
  const within_ms = expected.within === undefined ? wait_ms : millisecondsOf(expected.within);
  const wantsEnd = expected.ended === true;
  const wantsWords = [expected.contains, expected.equals, expected.matches].some((one) => one !== undefined);
  await session.until(
    () =>
      session.isOver || (!wantsEnd && (session.replies.length > 0 || (!wantsWords && !session.isWaiting))),
    within_ms,
  );
  await session.settled();
  if (expected.ended !== undefined && session.isOver !== expected.ended)
    return expected.ended
      ? `expected the end of the conversation within ${within_ms / 1000} s; it is still open${after(session.replies)}`
      : "expected the conversation to continue, but it has ended";
  if (!wantsWords || session.replies.some((reply) => fits(reply, expected))) return undefined;
  const wanted = [
    expected.contains !== undefined && `a reply that contains ${JSON.stringify(expected.contains)}`,
    expected.equals !== undefined && `the reply ${JSON.stringify(expected.equals)}`,
    expected.matches !== undefined && `a reply that matches /${expected.matches}/`,
  ].filter(Boolean);
  const came =
    session.replies.length > 0
      ? `got: ${session.replies.map(({ message }) => JSON.stringify(message)).join(", ")}`
      : session.isOver
        ? "the conversation ended without one"
        : `got none within ${within_ms / 1000} s`;
  return `expected ${wanted.join(" and ")}; ${came}`;
}

const after = (replies: readonly Reply[]) =>
  replies.length > 0 ? ` after ${JSON.stringify(replies.at(-1)?.message)}` : "";

/** `contains` ignores case, but `equals` and `matches` do not. */
const fits = ({ message }: Reply, { contains, equals, matches }: Expectation) =>
  (contains === undefined || message.toLowerCase().includes(contains.toLowerCase())) &&
  (equals === undefined || message === equals) &&
  (matches === undefined || isMatch(matches, message));

/**
 * The pattern that was compiled when the script was read. A text that is too long to search does not match.
 */
function isMatch(pattern: string, message: string): boolean {
  const compiled = compilePattern(pattern, "");
  return compiled.ok && (compiled.test(message)?.length ?? 0) > 0;
}
