import type { Context } from "../../../context.ts";
import type { PolicyFile } from "./file.ts";

/** Stores the decisions of a file with a prompt version, and warns of sentences that the version does not have. */
export async function storePolicies(
  context: Context,
  params: { readonly agent_id: number; readonly version: number },
  { policies }: PolicyFile,
) {
  const data = await context.change("review_prompt_policies", { params, body: { policies: [...policies] } });
  for (const sentence of data.dropped)
    await context.terminal.alert(
      `warning: version ${params.version} doesn't have this sentence, so its policy doesn't apply: ${JSON.stringify(sentence)}`,
    );
  return data;
}
