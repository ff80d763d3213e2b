/** Variables in an agent's metrics for which calls provide no value. */

import { groupBy } from "../../../../contract/group-by.ts";
import { Failure } from "../../../../lib/failure.ts";
import type { CallFields } from "../../../calls/submission.ts";
import type { Context } from "../../../context.ts";
import { everyPage, type Metric } from "../../metrics/shared/every-page.ts";

type Call = Pick<CallFields, "agent_id" | "metadata">;

/**
 * Before anything is sent, warns which `{{key}}` in an agent's metrics (E8) is missing from the `metadata` of
 * calls. If the metrics cannot be read, there is no warning.
 */
export async function warnOfMissingMetadata(context: Context, calls: readonly Call[]): Promise<void> {
  if (context.globals.quiet) return;
  for (const [agent_id, own] of groupBy(calls, (call) => String(call.agent_id))) {
    const metrics = await metricsOf(context, agent_id);
    const variables = new Set(metrics.flatMap(variablesOf));
    for (const name of variables) {
      const lacking = own.filter(({ metadata }) => metadata?.[name] === undefined).length;
      if (lacking === 0) continue;
      const which = own.length === 1 ? "the call" : `${lacking} of ${own.length} calls`;
      await context.terminal.note(
        `warning: metrics of agent ${agent_id} use {{${name}}}, which is missing in the metadata of ${which}`,
      );
    }
  }
}

async function metricsOf(context: Context, agent_id: string): Promise<Metric[]> {
  // The service itself checks any other agent_id when a call is sent.
  if (!/^\d+$/.test(agent_id)) return [];
  const query = { agent_id: Number(agent_id) };
  try {
    const client = await context.hastyClient();
    return await everyPage((page) => client.call("list_custom_metrics", { query: { ...query, page } }));
  } catch (error) {
    if (error instanceof Failure && !context.signal.aborted) return [];
    throw error;
  }
}

const VARIABLE = /\{\{\s*([\w.-]+)\s*\}\}/g;

/** In rules, which begin with `@`, double braces have no special meaning. */
function variablesOf({ name, description, scoring_guidance }: Metric): string[] {
  const texts = [name, description, scoring_guidance?.trimStart().startsWith("@") ? "" : scoring_guidance];
  return texts.flatMap((text) => [...(text ?? "").matchAll(VARIABLE)].flatMap(([, key]) => key ?? []));
}
