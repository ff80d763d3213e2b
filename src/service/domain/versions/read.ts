import type { Kysely } from "kysely";
import { notFound } from "../../errors.ts";
import { inChunks } from "../../store/chunks.ts";
import type { Database, Row } from "../../store/schema.ts";
import { inOrder, LATEST, PRODUCTION } from "../labels/reserved.ts";
import { readUnknownFields } from "../unknown-fields.ts";
import type { VersionKind } from "./kinds.ts";

export type VersionRow = Row<VersionKind["table"]>;

/** A version of either kind as it is shown, with its text as `text`. */
export interface Version {
  readonly id: string;
  readonly agent_id: number;
  readonly version: number;
  readonly text: string;
  readonly commit_message: string | null;
  readonly labels: string[];
  readonly metadata?: Record<string, unknown>;
}

/** A version is identified by its id, or within the agent by its number or by one of its labels. */
export type VersionKey = { readonly id: string } | { readonly version: number } | { readonly label: string };

/** Which versions of an agent are meant. A label that the agent does not have selects nothing. */
export interface Filter {
  readonly label: string | undefined;
  readonly version?: number | undefined;
  readonly limit: number;
}

/** A query for versions of an agent, newest first. */
export function selectVersions(
  db: Kysely<Database>,
  kind: VersionKind,
  agent_id: number,
  { label, version, limit }: Filter,
) {
  let query = db.selectFrom(kind.table).where("agent_id", "=", agent_id);
  if (version !== undefined) query = query.where("version", "=", version);
  if (label !== undefined)
    query = query.where("id", "=", (from) =>
      from
        .selectFrom("label")
        .select(kind.holder)
        .where("label.agent_id", "=", agent_id)
        .where("label_text", "=", label),
    );
  return query.orderBy("version", "desc").limit(limit);
}

/** The agent's version with that id, number or label, or 404. */
export async function requireVersion(
  db: Kysely<Database>,
  kind: VersionKind,
  agent_id: number,
  key: VersionKey,
): Promise<VersionRow> {
  const versions = db.selectFrom(kind.table).selectAll().where("agent_id", "=", agent_id);
  if ("label" in key) {
    const row = await versions
      .where("id", "=", (from) =>
        from
          .selectFrom("label")
          .select(kind.holder)
          .where("label.agent_id", "=", agent_id)
          .where("label_text", "=", key.label),
      )
      .executeTakeFirst();
    if (!row) throw notFound(`${kind.noun} version with the label`, JSON.stringify(key.label));
    return row;
  }
  const row = await ("id" in key
    ? versions.where("id", "=", key.id.toLowerCase())
    : versions.where("version", "=", key.version)
  ).executeTakeFirst();
  if (!row) throw "id" in key ? notFound(kind.noun, key.id) : notFound(`${kind.noun} version`, key.version);
  return row;
}

/** The version in production, otherwise the latest. 404 for an agent without versions. */
export async function requireCurrent(
  db: Kysely<Database>,
  kind: VersionKind,
  agent_id: number,
): Promise<VersionRow> {
  const label = await db
    .selectFrom("label")
    .select(kind.holder)
    .where("agent_id", "=", agent_id)
    .where("label_text", "=", PRODUCTION)
    .executeTakeFirst();
  const id = label?.[kind.holder];
  return requireVersion(db, kind, agent_id, id ? { id } : { label: LATEST });
}

/** A row as it is shown. */
export const withLabels = async (
  db: Kysely<Database>,
  kind: VersionKind,
  row: VersionRow,
): Promise<Version> => showVersion(row, await labelsOf(db, kind, row.id));

/** The labels of a version. */
export async function labelsOf(db: Kysely<Database>, kind: VersionKind, id: string): Promise<string[]> {
  const labels = await labelsHeldBy(db, kind, [id]);
  return inOrder(labels.map((label) => label.label_text));
}

export const labelsHeldBy = (db: Kysely<Database>, kind: VersionKind, ids: string[]) =>
  inChunks(ids, (chunk) => db.selectFrom("label").selectAll().where(kind.holder, "in", chunk).execute());

/** A row as it is shown, with the labels that are on it. */
export function showVersion(row: VersionRow, label_texts: readonly string[]): Version {
  const { id, agent_id, version, text, commit_message, metadata, unknown_fields } = row;
  const labels = inOrder(label_texts);
  const shown = { ...readUnknownFields(unknown_fields), id, agent_id, version, text, commit_message, labels };
  return metadata === null ? shown : { ...shown, metadata: JSON.parse(metadata) };
}
