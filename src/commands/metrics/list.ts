import { usage } from "../../failure.ts";
import { agentOption } from "../agent-option.ts";
import { defineCommand, flag, option, type Result } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { everyPage } from "./every-page.ts";
import { metricRows } from "./view.ts";

export const command = defineCommand({
  about:
    "Those of the agent in force, or of the organization where none is. With --json: the page as the service answers " +
    "it; with --all an array of the metrics of every page.",
  options: {
    agent: agentOption,
    every_agent: flag("--every-agent", "the whole organization's, also where an agent is in force"),
    page: option("--page <n>", "this page (the service's default: 1)", integerFrom(1)),
    page_size: option("--page-size <n>", "metrics a page (the service's default: 50)", integerFrom(1)),
    all: flag("--all", "every page, one after the other"),
    deprecated_endpoint: flag(
      "--deprecated-endpoint",
      "ask the older endpoint, which needs an agent and has no pages",
    ),
  },
  examples: [
    ["parley metrics list --agent 101", "the metrics that apply to agent 101"],
    ["parley metrics list --every-agent --all --json --query '[].name'", "the name of every metric"],
  ],
  view: metricRows,
  async run(context, { agent, every_agent, page, page_size, all, deprecated_endpoint }): Promise<Result> {
    if (every_agent && agent !== undefined) throw usage("--agent and --every-agent exclude each other");
    if (all && page !== undefined) throw usage("--page and --all exclude each other");
    if (deprecated_endpoint) {
      if (all || every_agent || page !== undefined || page_size !== undefined)
        throw usage("--deprecated-endpoint takes --agent only", { hint: "the older endpoint has no pages" });
      const agent_id = await context.agent(agent);
      return { data: await context.read("list_custom_metrics_by_agent", { params: { agent_id } }) };
    }
    const settings = await context.settings();
    const filtered = !every_agent && (agent !== undefined || settings.agent !== undefined);
    const agent_id = filtered ? await context.agent(agent) : undefined;
    // A filter that nobody typed is told.
    const hints =
      filtered && agent === undefined
        ? [`metrics of agent ${agent_id} only (from ${settings.agent?.source}); --every-agent shows all`]
        : [];
    const ask = (page: number | undefined) =>
      context.read("list_custom_metrics", { query: { agent_id, page, page_size } });
    if (all) return { data: await everyPage(ask), hint: hints.join("\n") };
    const data = await ask(page);
    if (data.total_pages > 1)
      hints.push(
        `page ${data.page} of ${data.total_pages} (${data.total_count} metrics); --all shows every page`,
      );
    return { data, hint: hints.join("\n") };
  },
});
