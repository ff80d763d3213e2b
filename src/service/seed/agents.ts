import type { Kysely } from "kysely";
import type { Output } from "../../contract/types.ts";
import { insertAgent } from "../domain/agents/change.ts";
import { insertLabel } from "../domain/labels/insert.ts";
import { insertVersion, type VersionDraft } from "../domain/versions/insert.ts";
import { KNOWLEDGE_BASE, PROMPT, type VersionKind } from "../domain/versions/kinds.ts";
import type { Service } from "../service.ts";
import type { Database } from "../store/schema.ts";
import { about, SeedFault } from "./fault.ts";
import { knownId } from "./identity.ts";

type AgentSeed = Output<"Seed">["organizations"][number]["agents"][number];

/** Adds the agents that an organization does not have yet, with their labels and versions. */
export async function loadAgents(
  transaction: Kysely<Database>,
  service: Service,
  organization_id: string,
  seeds: readonly AgentSeed[],
): Promise<void> {
  const named = await agentsByName(transaction, organization_id);
  for (const { id, prompts, knowledge_bases, labels, ...draft } of seeds)
    await about(`agent "${draft.name}"`, async () => {
      const agent_id =
        (await knownId(transaction, "agent", organization_id, { id, name: draft.name }, named)) ??
        (await insertAgent(transaction, service, organization_id, draft, id)).id;
      // Labels first: one that is created along with a version has no colour.
      await loadLabels(transaction, service, agent_id, labels);
      const ofPrompts = prompts.map(({ prompt_text: text, ...version }) => ({ text, ...version }));
      await loadVersions(transaction, service, PROMPT, agent_id, ofPrompts);
      const ofKnowledgeBases = knowledge_bases.map(({ kb_text: text, ...version }) => ({ text, ...version }));
      await loadVersions(transaction, service, KNOWLEDGE_BASE, agent_id, ofKnowledgeBases);
    });
}

async function agentsByName(transaction: Kysely<Database>, organization_id: string) {
  const rows = await transaction
    .selectFrom("agent")
    .select(["id", "record"])
    .where("organization_id", "=", organization_id)
    .execute();
  return new Map(rows.map((row): [string, number] => [JSON.parse(row.record).name, row.id]));
}

async function loadLabels(
  transaction: Kysely<Database>,
  service: Service,
  agent_id: number,
  labels: AgentSeed["labels"],
): Promise<void> {
  const rows = await transaction
    .selectFrom("label")
    .select("label_text")
    .where("agent_id", "=", agent_id)
    .execute();
  const label_texts = new Set(rows.map((row) => row.label_text));
  for (const { id, ...label } of labels)
    if (!label_texts.has(label.label_text))
      await insertLabel(transaction, service, agent_id, label, await freeId(transaction, "label", id));
}

/** The n-th draft is version n. Numbers the agent has already used, even for deleted versions, are skipped. */
async function loadVersions(
  transaction: Kysely<Database>,
  service: Service,
  kind: VersionKind,
  agent_id: number,
  drafts: readonly (VersionDraft & { readonly id?: string | undefined })[],
): Promise<void> {
  const agent = await transaction
    .selectFrom("agent")
    .selectAll()
    .where("id", "=", agent_id)
    .executeTakeFirstOrThrow();
  for (const { id, ...draft } of drafts.slice(agent[kind.counter] - 1))
    await insertVersion(
      transaction,
      service,
      kind,
      { organization_id: agent.organization_id, agent_id },
      draft,
      {
        id: await freeId(transaction, kind.table, id),
      },
    );
}

/** The id that a seed gives, in lower case. An id names one object in the whole store, so it must not be another's. */
async function freeId(
  transaction: Kysely<Database>,
  table: "label" | VersionKind["table"],
  id: string | undefined,
): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const own = id.toLowerCase();
  const taken = await transaction.selectFrom(table).select("id").where("id", "=", own).executeTakeFirst();
  if (taken) throw new SeedFault(`the seed's ${table.replaceAll("_", " ")} ${own} already exists`);
  return own;
}
