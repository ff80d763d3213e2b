/** A file with the tools of an agent, in any of the usual forms. */
import { AgentCreate } from "../../contract/schemas/agent.ts";
import { readTools } from "../../engine/tools/read.ts";
import type { AgentTool } from "../../engine/tools/tool.ts";
import type { Detail } from "../../lib/failure.ts";
import { examine, pathFault } from "./check.ts";
import { parseFiles } from "./read.ts";

export interface ToolsFile {
  readonly tools: readonly AgentTool[];
  readonly faults: readonly Detail[];
}

/** The tools of a file, or its faults. @param cwd what the messages name the file from */
export async function readToolsFile(file: string, cwd: string): Promise<ToolsFile> {
  const { documents, faults } = await parseFiles([file], cwd);
  const [parsed, ...others] = documents;
  if (faults.length > 0) return { tools: [], faults };
  if (!parsed || others.length > 0)
    return {
      tools: [],
      faults: [{ where: file, message: `the file must contain one document, not ${documents.length}` }],
    };
  const read = readTools(parsed.value);
  // Their sizes are checked where they are: their places in the file are no longer known.
  const made = { ...parsed, value: read.tools, offsetOf: () => 0, writtenAt: () => undefined };
  const broken = read.faults.map(({ path, message }) => pathFault(parsed, path, message));
  return {
    tools: read.tools,
    faults: broken.length > 0 ? broken : examine(made, AgentCreate.shape.tools, undefined).faults,
  };
}
