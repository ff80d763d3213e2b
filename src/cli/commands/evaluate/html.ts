/** The HTML report of evaluated calls. */

import type { Overview } from "../../../results/report.ts";
import type { Context } from "../../context.ts";
import type { Call } from "../../render/evaluation/call.ts";
import type { Gate } from "./shared/gate.ts";

export interface PageOptions {
  /** The files of the HTML reports. */
  readonly html: readonly string[];
  /** The HTML reports contain the recordings. */
  readonly with_audio: boolean;
}

/**
 * Writes the page of calls that were judged. Returns the line that names the page.
 * @param names what people call the calls, by id
 */
export async function writeCallsPage(
  context: Context,
  { calls, passed, reason, min_pass_rate, outcomes, judged_rates }: Gate,
  names: ReadonlyMap<string, string>,
  { html, with_audio }: PageOptions,
): Promise<string | undefined> {
  if (html.length === 0) return undefined;
  const { saveHtml } = await import("../report/save.ts");
  const { callTalks } = await import("../report/talks.ts");
  const { callRow } = await import("../../../results/calls.ts");
  return saveHtml(context, html, async () => ({
    overview: {
      title: "Evaluated calls",
      facts: factsOf(calls),
      judgement: { passed, reason, required: min_pass_rate },
      judged_rates,
      rows: calls.map((call) => callRow(call, names.get(call.id))),
      noun: "calls",
      verdicts: outcomes,
      command: `parley evaluate wait ${calls.length > NAMED ? "<call-id>…" : calls.map(({ id }) => id).join(" ")}`,
    },
    ...(await callTalks(context, calls, { names, with_audio })),
  }));
}

/** Ids that the command names. */
const NAMED = 3;

function factsOf(calls: readonly Call[]): Overview["facts"] {
  const agents = [...new Set(calls.map(({ agent_id }) => agent_id))];
  return [
    ["Calls", String(calls.length)],
    [agents.length === 1 ? "Agent" : "Agents", agents.join(", ")],
  ];
}
