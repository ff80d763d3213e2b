import type { Kysely } from "kysely";
import type { Output } from "../../contract/types.ts";
import { type Side, sideOf } from "../../engine/metrics/conversation.ts";
import type { Database, Row } from "../store/schema.ts";

/** The body of E2 as it is stored: without the bytes of the recording. */
export type Submission = Omit<Output<"EvaluateRequest">, "recording_base64">;

/** Who spoke first, where the participants say so and do not contradict each other. */
export function spokeFirst({ participants }: Submission): Side | null {
  const [first, ...others] = participants.filter(({ spoke_first }) => spoke_first);
  return first && others.length === 0 ? sideOf(first.role) : null;
}

const textOf = (value: unknown) => (typeof value === "string" ? value : null);

const textsOf = (value: unknown) =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : null;

/**
 * What the keys of `metadata` say about how a call is to be measured: `language`, `reference_transcript`,
 * `effectful_tools` and `read_only_tools`.
 */
export const measuringHints = ({ metadata = {} }: Submission) => ({
  language: textOf(metadata["language"]),
  reference_transcript: textOf(metadata["reference_transcript"]),
  effectful_tools: textsOf(metadata["effectful_tools"]),
  read_only_tools: textsOf(metadata["read_only_tools"]),
});

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
