/** The labels of an agent. The code for versions handles which versions they are on. */
import type { Kysely } from "kysely";
import { LabelCreate } from "../../contract/schemas/index.ts";
import type { Output } from "../../contract/types.ts";
import { badRequest, conflict, notFound } from "../errors.ts";
import type { Handlers, Service } from "../handler.ts";
import type { Database, Row } from "../store/schema.ts";
import { requireAgent } from "./agents.ts";
import { furtherOf, readFurther } from "./further.ts";
import { inOrder, isReserved } from "./labels/reserved.ts";
import { KNOWLEDGE_BASE, PROMPT } from "./versions/kinds.ts";
import { requireVersion } from "./versions/read.ts";

export const labelHandlers = {
  async list_labels({ organization_id, params, query: { q = "" } }, { db }) {
    const { id } = await requireAgent(db, organization_id, params.agent_id);
    const rows = await db.selectFrom("label").selectAll().where("agent_id", "=", id).execute();
    const wanted = q.toLowerCase();
    const found = rows.filter(({ label_text }) => label_text.toLowerCase().includes(wanted));
    const byText = new Map(found.map((row) => [row.label_text, row]));
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

/**
 * Inserts a free-standing label. An explicit `id` (from a seed) is kept. 400 for the text of a reserved
 * label, 409 if the agent has the label already.
 */
export async function insertLabel(
  transaction: Kysely<Database>,
  { now, newId }: Pick<Service, "now" | "newId">,
  agent_id: number,
  body: Output<"LabelCreate">,
  id: string = newId(),
): Promise<Row<"label">> {
  const { label_text, color = null } = body;
  await requireUnused(transaction, agent_id, label_text);
  return transaction
    .insertInto("label")
    .values({
      id,
      agent_id,
      label_text,
      color,
      further: furtherOf(LabelCreate, body),
      created_at: now().toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const showLabel = ({ further, ...label }: Row<"label">): Output<"Label"> => ({
  ...readFurther(further),
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

/** Checks that a label of this agent can have a text. 400 if it is reserved, 409 if another label has it. */
async function requireUnused(transaction: Kysely<Database>, agent_id: number, label_text: string) {
  if (isReserved(label_text)) throw badRequest(`"${label_text}" is a reserved label; choose another text`);
  const taken = await transaction
    .selectFrom("label")
    .select("id")
    .where("agent_id", "=", agent_id)
    .where("label_text", "=", label_text)
    .executeTakeFirst();
  if (taken) throw conflict(`the label "${label_text}" already exists, with the id ${taken.id}`);
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
