/** `--tools` and `--tools-from-mcp`: the tools of an agent, from a file or from the server that has them. */

import type { Input } from "../../../../contract/types.ts";
import { usage } from "../../../../lib/failure.ts";
import type { Context } from "../../../context.ts";
import { option } from "../../command.ts";
import { httpUrl } from "../../shared/url.ts";

export const toolsOptions = {
  tools: option(
    "--tools <file>",
    "the agent's tools: OpenAI function definitions, an MCP answer to tools/list, or an OpenAPI document; in JSON or YAML",
  ),
  tools_from_mcp: option("--tools-from-mcp <url>", "the tools of an MCP server (streamable HTTP)", httpUrl),
};

export const TOOLS =
  "With --tools or --tools-from-mcp, the record also has the agent's tools: what their parameters need is what a " +
  "generated caller has to know (`parley dh generate`).";

interface Given {
  readonly tools?: string | undefined;
  readonly tools_from_mcp?: URL | undefined;
}

/** The field `tools` of an agent. Empty if neither option is given. */
export async function toolsField(
  context: Context,
  { tools, tools_from_mcp }: Given,
): Promise<{ tools?: Input<"AgentTool">[] }> {
  if (tools !== undefined && tools_from_mcp)
    throw usage("--tools and --tools-from-mcp cannot be used together", { hint: "give one of them" });
  if (tools !== undefined) return { tools: await fromFile(context, tools) };
  if (!tools_from_mcp) return {};
  const { listTools } = await import("../tools-from-mcp.ts");
  return { tools: await listTools(context, tools_from_mcp) };
}

async function fromFile({ cwd }: Context, file: string): Promise<Input<"AgentTool">[]> {
  const { readToolsFile } = await import("../../../manifest/tools-file.ts");
  const { refuseFaults } = await import("../../../manifest/read.ts");
  const { tools, faults } = await readToolsFile(file, cwd);
  refuseFaults(faults);
  return tools as Input<"AgentTool">[];
}
