/** Which tools change something, according to agents, digital humans, and calls. */
import type { Kysely } from "kysely";
import type { Output } from "../../contract/types.ts";
import type { Database, Row } from "../store/schema.ts";

export type ToolEffects = Pick<Output<"AgentCreate">, "effectful_tools" | "read_only_tools">;

/** The tool effects in the agent's record. */
export async function toolEffectsOf(db: Kysely<Database>, agent_id: number): Promise<ToolEffects> {
  return toolEffectsIn(
    await db.selectFrom("agent").select("record").where("id", "=", agent_id).executeTakeFirstOrThrow(),
  );
}

export function toolEffectsIn({ record }: Pick<Row<"agent">, "record">): ToolEffects {
  const { effectful_tools, read_only_tools }: ToolEffects = JSON.parse(record);
  return { effectful_tools, read_only_tools };
}

/**
 * Combines both lists. If they differ about a tool, the more specific one (of a digital human or a call)
 * decides.
 */
export function mergedEffects(agent: ToolEffects, closer: ToolEffects): ToolEffects {
  const merge = (field: keyof ToolEffects, other: keyof ToolEffects) => {
    if (!agent[field] && !closer[field]) return null;
    const kept = (agent[field] ?? []).filter((tool) => !closer[other]?.includes(tool));
    return [...new Set([...kept, ...(closer[field] ?? [])])];
  };
  return {
    effectful_tools: merge("effectful_tools", "read_only_tools"),
    read_only_tools: merge("read_only_tools", "effectful_tools"),
  };
}
