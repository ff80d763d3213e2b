import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import type { AgentTexts } from "../../../engine/generation/agent-texts.ts";
import type { Database, Row } from "../../store/schema.ts";
import { PRODUCTION } from "../labels/reserved.ts";
import { KNOWLEDGE_BASE, PROMPT, type VersionKind } from "../versions/kinds.ts";
import { listVersions, requireVersion } from "../versions/read.ts";

type Request = Pick<Output<"GenerateDigitalHumans">, "prompt_id" | "knowledge_base_id">;

/**
 * What generation reads of an agent: the versions that the request names, else those labelled production, else the
 * latest. 404 for a version that the agent does not have.
 */
export async function readAgentTexts(
  db: Kysely<Database>,
  agent: Row<"agent">,
  { prompt_id, knowledge_base_id }: Request,
): Promise<AgentTexts> {
  const { name, agent_description, knowledge_base, goals }: Output<"AgentCreate"> = JSON.parse(agent.record);
  return {
    name,
    agent_description: agent_description ?? "",
    goals: (goals ?? []).filter((goal) => goal.trim() !== ""),
    prompt: (await textOf(db, PROMPT, agent.id, prompt_id)) ?? "",
    knowledge_base: (await textOf(db, KNOWLEDGE_BASE, agent.id, knowledge_base_id)) ?? knowledge_base ?? "",
  };
}

async function textOf(
  db: Kysely<Database>,
  kind: VersionKind,
  agent_id: number,
  id: string | null | undefined,
): Promise<string | undefined> {
  if (id) return (await requireVersion(db, kind, agent_id, { id })).text;
  const newest = (label: string | undefined) =>
    listVersions(db, kind, agent_id, { label, version: undefined, limit: 1 });
  const [version] = [...(await newest(PRODUCTION)), ...(await newest(undefined))];
  return version?.text;
}
