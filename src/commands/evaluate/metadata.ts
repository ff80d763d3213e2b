/** Variables of an agent's metrics that calls give no value for. */
import type { CallFields } from "../../calls/submission.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { everyPage, type Metric } from "../metrics/every-page.ts";

type Call = Pick<CallFields, "agent_id" | "metadata">;

/**
 * Says before anything is sent which `{{key}}` of an agent's metrics (E8) is missing in the `metadata` of which calls.
 * A courtesy: where the metrics cannot be read, nothing is said.
 */
export async function warnOfMissingMetadata(context: Context, calls: readonly Call[]): Promise<void> {
  if (context.globals.quiet) return;
  for (const [agent_id, own] of byAgent(calls)) {
    const metrics = await metricsOf(context, agent_id);
    const variables = new Set(metrics.flatMap(variablesOf));
    for (const name of variables) {
      const lacking = own.filter(({ metadata }) => metadata?.[name] === undefined).length;
      if (lacking === 0) continue;
      const which = own.length === 1 ? "the call" : `${lacking} of ${own.length} calls`;
      await context.terminal.note(
        `warning: metrics of agent ${agent_id} use {{${name}}}, which the metadata of ${which} does not give`,
      );
    }
  }
}

function byAgent(calls: readonly Call[]): Map<string, Call[]> {
  const groups = new Map<string, Call[]>();
  for (const call of calls) {
    const group = groups.get(call.agent_id);
    if (group) group.push(call);
    else groups.set(call.agent_id, [call]);
  }
  return groups;
}

async function metricsOf(context: Context, agent_id: string): Promise<Metric[]> {
  // The service says what it thinks of another agent_id when a call is sent.
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

/** In rules, which begin with `@`, doubled braces are braces. */
function variablesOf({ name, description, scoring_guidance }: Metric): string[] {
  const texts = [name, description, scoring_guidance?.trimStart().startsWith("@") ? "" : scoring_guidance];
  return texts.flatMap((text) => [...(text ?? "").matchAll(VARIABLE)].flatMap(([, key]) => key ?? []));
}
