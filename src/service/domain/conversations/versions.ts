/** What an agent says about the versions that it runs, kept with its conversation. */
import type { Kysely } from "kysely";
import {
  evidenceOf,
  NO_VERSIONS,
  type StatedVersions,
  type TestedVersions,
} from "../../../contract/rules/tested-versions.ts";
import type { Output } from "../../../contract/types.ts";
import type { Database, Row } from "../../store/schema.ts";
import type { Store } from "../../store/store.ts";
import { numberOf } from "../ids.ts";

/** An agent has no reason to say more than this in a conversation. */
const STATED_MAXIMUM = 20;

type Result = Row<"simulation_result">;

export const readVersions = (versions: string | null): TestedVersions =>
  versions === null ? NO_VERSIONS : JSON.parse(versions);

/** The versions of a conversation as answers show them. */
export function showVersions(
  versions: string | null,
  stated_text: string | null,
): Output<"ListedSimulationResult">["versions"] {
  const tested = readVersions(versions);
  const stated: StatedVersions[] = stated_text === null ? [] : JSON.parse(stated_text);
  return {
    ...tested,
    prompt_evidence: evidenceOf("prompt", tested, stated),
    knowledge_base_evidence: evidenceOf("knowledge_base", tested, stated),
    stated,
  };
}

type Fields = { readonly [K in keyof Omit<StatedVersions, "by">]?: StatedVersions[K] | null | undefined };

/** The statement in some fields; undefined if they say nothing about versions. */
export function statedIn(
  { prompt_id, prompt_version, knowledge_base_version }: Fields,
  by: StatedVersions["by"],
): StatedVersions | undefined {
  const said = {
    ...(prompt_id && { prompt_id: prompt_id.toLowerCase() }),
    ...(prompt_version && { prompt_version }),
    ...(knowledge_base_version && { knowledge_base_version }),
  };
  return Object.keys(said).length > 0 ? { by, ...said } : undefined;
}

/** Keeps a statement of the agent. Said twice, it is kept once. */
export async function keepStated(
  transaction: Kysely<Database>,
  { id, stated: before }: Pick<Result, "id" | "stated">,
  statement: StatedVersions | undefined,
): Promise<void> {
  if (!statement) return;
  const statements: StatedVersions[] = before === null ? [] : JSON.parse(before);
  const text = JSON.stringify(statement);
  if (statements.length >= STATED_MAXIMUM || statements.some((one) => JSON.stringify(one) === text)) return;
  const stated = JSON.stringify([...statements, statement]);
  await transaction.updateTable("simulation_result").set({ stated }).where("id", "=", id).execute();
}

interface Fetch {
  readonly organization_id: string;
  /** The header X-Simulation-Result-Id. */
  readonly simulation_result_id?: string | undefined;
  readonly params: { readonly agent_id: number };
}

/**
 * Keeps that the agent has fetched a version for the conversation that its request names. Does nothing if the
 * request names none, or none in progress with this agent.
 */
export async function keepFetched(
  { write }: Pick<Store, "write">,
  { organization_id, simulation_result_id, params: { agent_id } }: Fetch,
  fetched: Fields,
): Promise<void> {
  const id = simulation_result_id === undefined ? undefined : numberOf(simulation_result_id);
  if (id === undefined) return;
  await write(async (transaction) => {
    const result = await transaction
      .selectFrom("simulation_result")
      .select(["id", "stated"])
      .where("id", "=", id)
      .where("organization_id", "=", organization_id)
      .where("agent_id", "=", agent_id)
      .where("status", "=", "RUNNING")
      .executeTakeFirst();
    if (result) await keepStated(transaction, result, statedIn(fetched, "fetch"));
  });
}
