/** Asks a customer's own system for its state. It never fails: what could not be read is said in words. */
import { BodyScan } from "../../contract/body-scan.ts";
import { STATE_PROBE_LIMITS, SUBMISSION_VALUES_MAXIMUM, WORLD_LIMITS } from "../../contract/limits.ts";
import type { Output } from "../../contract/types.ts";
import { type Reading, tablesIn } from "../../engine/world/probe.ts";
import { HostBusy, type Outbound } from "./outbound.ts";
import { TargetRefused } from "./target.ts";

export interface StateRequest {
  readonly url: string;
  readonly headers: NonNullable<Output<"AgentCreate">["state_probe_headers"]>;
  readonly simulation_result_id: number;
}

export type ReadState = (request: StateRequest, signal: AbortSignal) => Promise<Reading>;

/** What reads the state of an agent's system. */
export interface ReadsState {
  readonly readState: ReadState;
}

/** In the URL and in headers: the id of the conversation, for a system that keeps a state for each. */
export const CONVERSATION = "{simulation_result_id}";

export const createStateReader =
  (outbound: Pick<Outbound, "post">): ReadState =>
  async ({ url, headers, simulation_result_id }, signal) => {
    const filled = (text: string) => text.replaceAll(CONVERSATION, String(simulation_result_id));
    try {
      const { status, text } = await outbound.post({
        method: "GET",
        url: filled(url),
        headers: {
          accept: "application/json",
          "x-simulation-result-id": String(simulation_result_id),
          ...Object.fromEntries(headers.map(({ name, header_value }) => [name, filled(header_value)])),
        },
        body: "",
        timeout_ms: STATE_PROBE_LIMITS.timeout_ms,
        answer_maximum: WORLD_LIMITS.bytes,
        signal,
      });
      if (status !== 200) return { unread: `it answered with status ${status}` };
      return text === undefined
        ? { unread: `the answer has more than ${WORLD_LIMITS.bytes} bytes (limit: bytes)` }
        : readingOf(text);
    } catch (error) {
      if (signal.aborted) throw error;
      return { unread: whyUnread(error) };
    }
  };

/** The tables in a text. */
export function readingOf(text: string): Reading {
  if (new BodyScan(SUBMISSION_VALUES_MAXIMUM).read(Buffer.from(text)))
    return { unread: "the answer is nested too deeply or has too many values" };
  try {
    return tablesIn(JSON.parse(text));
  } catch {
    return { unread: "the answer is not JSON" };
  }
}

function whyUnread(error: unknown): string {
  if (error instanceof TargetRefused || error instanceof HostBusy) return error.message;
  if (error instanceof DOMException && error.name === "TimeoutError") return error.message;
  const { code } = error as { readonly code?: unknown };
  return `it cannot be reached${typeof code === "string" ? `: ${code}` : ""}`;
}
