import type { BulkItem, BulkResult } from "../../bulk/outcome.ts";
import { inOrder, reportItem } from "../../bulk/report.ts";
import type { Context } from "../../context.ts";
import { render } from "../../render/render.ts";

type Emit = (result: BulkResult<BulkItem>) => Promise<void>;

/**
 * With `-o jsonl`, writes a line for each result as soon as it and all results before it are final. Undefined
 * for other formats, and if a query needs all the data.
 */
export async function resultStream({ globals, terminal }: Context): Promise<Emit | undefined> {
  if (globals.json || globals.output !== "jsonl" || globals.query !== undefined) return undefined;
  const { fields } = globals;
  return inOrder(async (result) => {
    const options = {
      output: "jsonl",
      query: undefined,
      fields,
      screen: undefined,
      now: new Date(),
    } as const;
    await terminal.write(await render(reportItem(result), undefined, options));
  });
}
