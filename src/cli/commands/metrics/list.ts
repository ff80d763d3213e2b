import { usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { defineCommand, flag, option, type Result } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { agentOption } from "../shared/agent-option.ts";
import { pageHint } from "../shared/page-hint.ts";
import { createPrinter, printsLines } from "../shared/stream.ts";
import { eachPage, everyPage, type Page } from "./shared/every-page.ts";
import { metricRows } from "./shared/view.ts";

export const command = defineCommand({
  about:
    "Lists the metrics of the current agent, or of the whole organization if none is set. With --json: the service's " +
    "page, or with --all an array of the metrics on all pages.",
  options: {
    agent: agentOption,
    every_agent: flag("--every-agent", "the whole organization's metrics, even if an agent is set"),
    page: option("--page <n>", "this page (the service's default: 1)", integerFrom(1)),
    page_size: option("--page-size <n>", "metrics per page (the service's default: 50)", integerFrom(1)),
    all: flag("--all", "all pages"),
    deprecated_endpoint: flag(
      "--deprecated-endpoint",
      "use the older endpoint, which needs an agent and has no pages",
    ),
  },
  examples: [
    ["parley metrics list --agent 101", "the metrics that apply to agent 101"],
    ["parley metrics list --every-agent --all --json --query '[].name'", "the name of every metric"],
  ],
  view: metricRows,
  async run(context, { agent, every_agent, page, page_size, all, deprecated_endpoint }): Promise<Result> {
    if (every_agent && agent !== undefined) throw usage("--agent and --every-agent cannot be used together");
    if (all && page !== undefined) throw usage("--page and --all cannot be used together");
    if (deprecated_endpoint) {
      if (all || every_agent || page !== undefined || page_size !== undefined)
        throw usage("--deprecated-endpoint can only be used with --agent", {
          hint: "the older endpoint has no pages",
        });
      const agent_id = await context.agent(agent);
      return { data: await context.read("list_custom_metrics_by_agent", { params: { agent_id } }) };
    }
    const settings = await context.settings();
    const filtered = !every_agent && (agent !== undefined || settings.agent !== undefined);
    const agent_id = filtered ? await context.agent(agent) : undefined;
    // Mention a filter that the person did not type.
    const hints =
      filtered && agent === undefined
        ? [`metrics of agent ${agent_id} only (from ${settings.agent?.source}); --every-agent shows all`]
        : [];
    const ask = (page: number | undefined) =>
      context.read("list_custom_metrics", { query: { agent_id, page, page_size } });
    if (all) return { data: await allPages(context, ask), hint: hints.join("\n") };
    const data = await ask(page);
    const shown = pageHint(data, "metrics");
    if (shown) hints.push(`${shown}; --all shows every page`);
    return { data, hint: hints.join("\n") };
  },
});

/**
 * If the output allows it, prints each page before requesting the next: `| head` then stops the requests too.
 */
async function allPages(context: Context, ask: (page: number) => Promise<Page>) {
  if (!printsLines(context)) return everyPage(ask);
  const print = await createPrinter(context, metricRows);
  let isEmpty = true;
  for await (const metrics of eachPage(ask)) {
    for (const metric of metrics) await print(metric);
    isEmpty &&= metrics.length === 0;
    if (context.terminal.outputLost.aborted) break;
  }
  // The titles of an empty list.
  return isEmpty ? [] : undefined;
}
