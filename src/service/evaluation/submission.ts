import type { Kysely } from "kysely";
import type { Output } from "../../contract/types.ts";
import type { Database, Row } from "../store/schema.ts";

/** The body of E2 as it is stored: without the bytes of the recording. */
export type Submission = Omit<Output<"EvaluateRequest">, "recording_base64">;

const textOf = (value: unknown) => (typeof value === "string" ? value : null);

/**
 * What the keys of `metadata` say about how a call is to be measured: `language`, `reference_transcript` and
 * `effectful_tools`.
 */
export function measuringHints({ metadata = {} }: Submission) {
  const tools = metadata["effectful_tools"];
  return {
    language: textOf(metadata["language"]),
    reference_transcript: textOf(metadata["reference_transcript"]),
    effectful_tools: Array.isArray(tools) ? tools.filter((tool) => typeof tool === "string") : null,
  };
}

/**
 * The dynamic variables of a call: `prompt_text` and `kb_text` of the versions that its label selected, and above
 * them its own metadata.
 */
export async function variablesOf(
  db: Kysely<Database>,
  { agent_id, prompt_version, knowledge_base_version }: Row<"call">,
  { metadata }: Submission,
): Promise<Record<string, unknown>> {
  const textOfVersion = async (
    table: "prompt_version" | "knowledge_base_version",
    version: number | null,
  ): Promise<string | undefined> => {
    if (version === null) return undefined;
    const row = await db
      .selectFrom(table)
      .select("text")
      .where("agent_id", "=", agent_id)
      .where("version", "=", version)
      .executeTakeFirst();
    return row?.text;
  };
  const prompt_text = await textOfVersion("prompt_version", prompt_version);
  const kb_text = await textOfVersion("knowledge_base_version", knowledge_base_version);
  return {
    ...(prompt_text !== undefined && { prompt_text }),
    ...(kb_text !== undefined && { kb_text }),
    ...metadata,
  };
}
