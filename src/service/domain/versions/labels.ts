/** Which labels a version has. A label is on at most one version of each kind. */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import type { Clock } from "../../clock.ts";
import { badRequest, conflict } from "../../errors.ts";
import type { Ids } from "../../ids.ts";
import { chunks, inChunks } from "../../store/chunks.ts";
import type { Database, Row } from "../../store/schema.ts";
import { LATEST } from "../labels/reserved.ts";
import type { VersionKind } from "./kinds.ts";
import type { VersionRow } from "./read.ts";

type LabelOperation = Output<"LabelOperation">;

/**
 * Attaches labels to a version, all or none. Labels that do not exist yet are created. 409 if another version
 * has one and `override_label` is not true, 400 for `latest`.
 */
export async function addLabels(
  transaction: Kysely<Database>,
  service: Clock & Ids,
  kind: VersionKind,
  version: VersionRow,
  { labels, override_label }: LabelOperation,
): Promise<void> {
  const texts = namedByHand(labels);
  const stored_labels = await labelsNamed(transaction, version.agent_id, texts);
  if (!override_label) await refuseHeldElsewhere(transaction, kind, version, stored_labels, "moves it here");
  const knownTexts = new Set(stored_labels.map((label) => label.label_text));
  const created_at = service.now().toISOString();
  const missing = texts
    .filter((label_text) => !knownTexts.has(label_text))
    .map((label_text) => ({ id: service.newId(), agent_id: version.agent_id, label_text, created_at }));
  for (const chunk of chunks(missing)) await transaction.insertInto("label").values(chunk).execute();
  for (const chunk of chunks(texts))
    await transaction
      .updateTable("label")
      .set(kind.holder, version.id)
      .where("agent_id", "=", version.agent_id)
      .where("label_text", "in", chunk)
      .execute();
}

/**
 * Detaches labels from a version. They remain as free-standing ones. Without names, detaches all but
 * `latest`. 409 if a named label is on another version and `override_label` is not true (if it is, the label
 * stays where it is), 400 for `latest`.
 */
export async function removeLabels(
  transaction: Kysely<Database>,
  kind: VersionKind,
  version: VersionRow,
  { labels, override_label }: LabelOperation,
): Promise<void> {
  const texts = namedByHand(labels);
  const detach = transaction
    .updateTable("label")
    .set(kind.holder, null)
    .where(kind.holder, "=", version.id)
    .where("label_text", "!=", LATEST);
  if (texts.length === 0) {
    await detach.execute();
    return;
  }
  const stored_labels = await labelsNamed(transaction, version.agent_id, texts);
  if (!override_label)
    await refuseHeldElsewhere(transaction, kind, version, stored_labels, "leaves it there");
  for (const chunk of chunks(texts)) await detach.where("label_text", "in", chunk).execute();
}

/** Puts `latest` on the highest version of an agent that has one. Returns that version's number. */
export async function moveLatest(
  transaction: Kysely<Database>,
  kind: VersionKind,
  agent_id: number,
): Promise<number> {
  const highest = await transaction
    .selectFrom(kind.table)
    .select(["id", "version"])
    .where("agent_id", "=", agent_id)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable("label")
    .set(kind.holder, highest.id)
    .where("agent_id", "=", agent_id)
    .where("label_text", "=", LATEST)
    .execute();
  return highest.version;
}

/** The labels that a request names, without repetitions. */
function namedByHand(labels: LabelOperation["labels"]): string[] {
  if (labels?.includes(LATEST))
    throw badRequest(
      `the service keeps the label "${LATEST}" on the highest version; leave it out of labels`,
    );
  return [...new Set(labels)];
}

const labelsNamed = (transaction: Kysely<Database>, agent_id: number, texts: readonly string[]) =>
  inChunks(texts, (chunk) =>
    transaction
      .selectFrom("label")
      .selectAll()
      .where("agent_id", "=", agent_id)
      .where("label_text", "in", chunk)
      .execute(),
  );

async function refuseHeldElsewhere(
  transaction: Kysely<Database>,
  kind: VersionKind,
  version: VersionRow,
  labels: readonly Row<"label">[],
  override: string,
): Promise<void> {
  const elsewhere = labels.flatMap((label) => {
    const id = label[kind.holder];
    return id === null || id === version.id ? [] : [{ label_text: label.label_text, id }];
  });
  if (elsewhere.length === 0) return;
  const ids = elsewhere.map((label) => label.id);
  const holders = await inChunks(ids, (chunk) =>
    transaction.selectFrom(kind.table).select(["id", "version"]).where("id", "in", chunk).execute(),
  );
  const numbers = new Map(holders.map((holder) => [holder.id, holder.version]));
  const held = elsewhere.map(({ label_text, id }) => `"${label_text}" is on version ${numbers.get(id)}`);
  throw conflict(
    `another ${kind.noun} version has the label (override_label ${override}): ${held.join(", ")}`,
  );
}

/** For each of an agent's labels that is on a version of this kind: that version. */
export async function holdersOf(
  db: Kysely<Database>,
  kind: VersionKind,
  agent_id: number,
): Promise<Map<string, number>> {
  const labels = await db.selectFrom("label").selectAll().where("agent_id", "=", agent_id).execute();
  const ids = [...new Set(labels.flatMap((label) => label[kind.holder] ?? []))];
  const versions = await inChunks(ids, (chunk) =>
    db.selectFrom(kind.table).select(["id", "version"]).where("id", "in", chunk).execute(),
  );
  const numbers = new Map(versions.map(({ id, version }) => [id, version]));
  return new Map(
    labels.flatMap((label) => {
      const version = numbers.get(label[kind.holder] ?? "");
      return version === undefined ? [] : [[label.label_text, version] as const];
    }),
  );
}
