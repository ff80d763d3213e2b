import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { notFound } from "../../errors.ts";
import { inChunks } from "../../store/chunks.ts";
import { inParallel } from "../../store/in-parallel.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database, Row } from "../../store/schema.ts";
import { requireExternal } from "../agents/external.ts";
import { redactsPii, requireAgent } from "../agents/lookup.ts";
import { numberOf } from "../ids.ts";
import { PRODUCTION } from "../labels/reserved.ts";
import { requireMetrics } from "../metrics/lookup.ts";

/** The objects that a submitted call refers to. */
export interface References {
  readonly agent_id: number;
  /** The label that selects the versions: `production` if the call names none. */
  readonly label: string;
  /** Numbers of the versions that have the label. Null if there is none. */
  readonly prompt_version: number | null;
  readonly knowledge_base_version: number | null;
  /** Whether the agent wants personal data masked in stored data. */
  readonly redact_pii: boolean;
  /** What was accepted but has no effect, in words. */
  readonly warnings: readonly string[];
}

type Submission = Pick<
  Output<"EvaluateRequest">,
  "agent_id" | "external_agent_id" | "label" | "custom_metrics" | "custom_metric_tags" | "webhook_tag"
>;

/** Looks up what a call refers to. 404 if the agent, its label or a custom metric does not exist. */
export async function requireReferences(
  db: Kysely<Database>,
  organization_id: string,
  { agent_id, external_agent_id, label: named, custom_metrics, custom_metric_tags, webhook_tag }: Submission,
): Promise<References> {
  const label = named ?? PRODUCTION;
  const id = agent_id ?? (await requireExternal(db, organization_id, external_agent_id ?? ""));
  const [agent, versions, , unused, delivered] = await inParallel(
    requireAgent(db, organization_id, id),
    requireVersionsOf(db, id, label),
    requireMetrics(db, organization_id, custom_metrics ?? []),
    custom_metric_tags?.length ? tagsOfNone(db, organization_id, custom_metric_tags) : [],
    webhook_tag ? hasWebhook(db, organization_id, webhook_tag) : true,
  );
  const warnings = [
    ...(unused.length > 0 ? [`no custom metric has the tag ${listed(unused)}, so it adds none`] : []),
    ...(delivered ? [] : [`no webhook has the tag "${webhook_tag}", so none will receive the result`]),
  ];
  return { agent_id: agent.id, label, ...versions, redact_pii: redactsPii(agent), warnings };
}

const selectVersions = prepared((db, label: Pick<Row<"label">, "agent_id" | "label_text">) =>
  db
    .selectFrom("label")
    .leftJoin("prompt_version", "prompt_version.id", "label.prompt_id")
    .leftJoin("knowledge_base_version", "knowledge_base_version.id", "label.knowledge_base_id")
    .select([
      "prompt_version.version as prompt_version",
      "knowledge_base_version.version as knowledge_base_version",
    ])
    .where("label.agent_id", "=", label.agent_id)
    .where("label.label_text", "=", label.label_text),
);

async function requireVersionsOf(db: Kysely<Database>, id: number | string, label_text: string) {
  const agent_id = numberOf(id);
  const [versions] = agent_id === undefined ? [] : await selectVersions(db, { agent_id, label_text });
  if (!versions) throw notFound(`label of agent ${agent_id}`, `"${label_text}"`);
  return versions;
}

/** The tags that no metric of the organization has. */
async function tagsOfNone(
  db: Kysely<Database>,
  organization_id: string,
  custom_metric_tags: readonly string[],
): Promise<string[]> {
  const tags = new Set(custom_metric_tags);
  const rows = await inChunks([...tags], (chunk) =>
    db
      .selectFrom("custom_metric_tag")
      .innerJoin("custom_metric", "custom_metric.id", "custom_metric_tag.metric_id")
      .select("custom_metric_tag.tag")
      .distinct()
      .where("custom_metric_tag.tag", "in", chunk)
      .where("custom_metric.organization_id", "=", organization_id)
      .execute(),
  );
  for (const { tag } of rows) tags.delete(tag);
  return [...tags];
}

/** How many tags a warning lists, and how much of each. */
const LISTED_MAXIMUM = 5;
const TAG_SHOWN = 40;

function listed(tags: readonly string[]): string {
  const shown = tags.slice(0, LISTED_MAXIMUM).map((tag) => `"${tag.slice(0, TAG_SHOWN)}"`);
  const more = tags.length - shown.length;
  return shown.join(" or ") + (more > 0 ? ` or ${more} others` : "");
}

async function hasWebhook(db: Kysely<Database>, organization_id: string, tag: string): Promise<boolean> {
  const webhook = await db
    .selectFrom("webhook")
    .select("id")
    .where("organization_id", "=", organization_id)
    .where("tag", "=", tag)
    .limit(1)
    .executeTakeFirst();
  return webhook !== undefined;
}
