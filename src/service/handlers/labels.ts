/** The labels of an agent. The code for versions handles which versions they are on. */
import type { Kysely } from "kysely";
import type { Output } from "../../contract/types.ts";
import { requireAgent } from "../domain/agents/lookup.ts";
import { insertLabel, requireUnused } from "../domain/labels/insert.ts";
import { inOrder, isReserved } from "../domain/labels/reserved.ts";
import { readUnknownFields } from "../domain/unknown-fields.ts";
import { KNOWLEDGE_BASE, PROMPT } from "../domain/versions/kinds.ts";
import { requireVersion } from "../domain/versions/read.ts";
import { badRequest, notFound } from "../errors.ts";
import type { Database, Row } from "../store/schema.ts";
import type { Handlers } from "./handler.ts";

export const labelHandlers = {
  async list_labels({ organization_id, params, query: { q = "" } }, { db }) {
    const { id } = await requireAgent(db, organization_id, params.agent_id);
    const rows = await db.selectFrom("label").selectAll().where("agent_id", "=", id).execute();
    const wanted = q.toLowerCase();
    const matching = rows.filter(({ label_text }) => label_text.toLowerCase().includes(wanted));
    const byText = new Map(matching.map((row) => [row.label_text, row]));
    return inOrder([...byText.keys()])
      .flatMap((label_text) => byText.get(label_text) ?? [])
      .map(showLabel);
  },

  async get_label({ organization_id, params }, { db }) {
    await requireAgent(db, organization_id, params.agent_id);
    return showLabel(await requireLabel(db, params.agent_id, params.label_id));
  },

  async create_label({ organization_id, params, body }, service) {
    return service.write(async (transaction) => {
      await requireAgent(transaction, organization_id, params.agent_id);
      return showLabel(await insertLabel(transaction, service, params.agent_id, body));
    });
  },

  async rename_label({ organization_id, params, body: { label_text } }, { write }) {
    return write(async (transaction) => {
      await requireAgent(transaction, organization_id, params.agent_id);
      const label = await requireFree(transaction, params.agent_id, params.label_id);
      if (label.label_text === label_text) return showLabel(label);
      await requireUnused(transaction, params.agent_id, label_text);
      await transaction.updateTable("label").set({ label_text }).where("id", "=", label.id).execute();
      return showLabel({ ...label, label_text });
    });
  },

  async delete_label({ organization_id, params }, { write }) {
    return write(async (transaction) => {
      await requireAgent(transaction, organization_id, params.agent_id);
      const label = await requireFree(transaction, params.agent_id, params.label_id);
      await refuseHeld(transaction, label);
      await transaction.deleteFrom("label").where("id", "=", label.id).execute();
      return { deleted: true, agent_id: label.agent_id, id: label.id, label_text: label.label_text };
    });
  },
} satisfies Partial<Handlers>;

const showLabel = ({ unknown_fields, ...label }: Row<"label">): Output<"Label"> => ({
  ...readUnknownFields(unknown_fields),
  ...label,
});

/** The agent's label, or 404. */
async function requireLabel(db: Kysely<Database>, agent_id: number, label_id: string): Promise<Row<"label">> {
  const label = await db
    .selectFrom("label")
    .selectAll()
    .where("id", "=", label_id.toLowerCase())
    .where("agent_id", "=", agent_id)
    .executeTakeFirst();
  if (!label) throw notFound("label", label_id);
  return label;
}

/** The same; 400 if it is reserved. */
async function requireFree(
  transaction: Kysely<Database>,
  agent_id: number,
  label_id: string,
): Promise<Row<"label">> {
  const label = await requireLabel(transaction, agent_id, label_id);
  if (isReserved(label.label_text))
    throw badRequest(`the label "${label.label_text}" is reserved; it cannot be renamed or deleted`);
  return label;
}

/** 400 if the label is on a version, naming the versions. */
async function refuseHeld(transaction: Kysely<Database>, label: Row<"label">): Promise<void> {
  const holders = [];
  for (const kind of [PROMPT, KNOWLEDGE_BASE]) {
    const id = label[kind.holder];
    if (id === null) continue;
    const { version } = await requireVersion(transaction, kind, label.agent_id, { id });
    holders.push(`${kind.noun} version ${version}`);
  }
  if (holders.length > 0)
    throw badRequest(`the label "${label.label_text}" is on ${holders.join(" and ")}; remove it there first`);
}
