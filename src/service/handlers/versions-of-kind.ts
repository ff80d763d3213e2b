import type { Kysely } from "kysely";
import type { Clock } from "../clock.ts";
import { requireAgent } from "../domain/agents/lookup.ts";
import { recordMoves } from "../domain/labels/moves.ts";
import { LATEST, PRODUCTION } from "../domain/labels/reserved.ts";
import { deleteVersion } from "../domain/versions/delete.ts";
import { insertVersion, type VersionDraft } from "../domain/versions/insert.ts";
import { PROMPT, type VersionKind } from "../domain/versions/kinds.ts";
import { addLabels, holdersOf, removeLabels } from "../domain/versions/labels.ts";
import { versionList } from "../domain/versions/list.ts";
import {
  labelsOf,
  requireCurrent,
  requireVersion,
  showVersion,
  type Version,
  type VersionKey,
  withLabels,
} from "../domain/versions/read.ts";
import type { Service } from "../service.ts";
import type { Database } from "../store/schema.ts";
import type { ApiRequest } from "./handler.ts";

// `Pick` keeps the parts of a call without its operation, because both kinds have the same parts.
type OfAgent = Pick<ApiRequest<"get_agent">, "organization_id" | "key_id" | "params">;
type ListCall = Pick<ApiRequest<"list_prompt_versions">, keyof ApiRequest<"list_prompt_versions">>;
type LabelRequest = Pick<ApiRequest<"add_prompt_labels">, keyof ApiRequest<"add_prompt_labels">>;

/** The operations on versions of one kind: the same for prompts and for knowledge bases. */
export function versionsOf(kind: VersionKind) {
  return {
    create(request: OfAgent, draft: VersionDraft, service: Service) {
      const { organization_id, params } = request;
      const labels = [...new Set(draft.labels)];
      return service.write(
        async (transaction) => {
          const owner = { organization_id, agent_id: params.agent_id };
          const row = await insertVersion(transaction, service, kind, owner, draft);
          const { agent_id, version } = row;
          // A label on another version would have been refused.
          await recordMoves(
            transaction,
            service,
            request,
            labels.map((label) => ({ agent_id, kind: nameOf(kind), label, previous_version: null, version })),
          );
          return showVersion(row, [LATEST, ...labels]);
        },
        // A change of other labels first reads which versions have them, so it must run alone.
        { about: labels.length === 0 ? [`versions of agent ${params.agent_id}`] : undefined },
      );
    },

    async list(
      { organization_id, params, query }: ListCall,
      shownAs: (version: Version) => object,
      { db }: Service,
    ) {
      await requireAgent(db, organization_id, params.agent_id);
      return versionList(db, kind, params.agent_id, query, shownAs);
    },

    /** Without a key, the version in production, otherwise the latest. */
    async get({ organization_id, params }: OfAgent, key: VersionKey | undefined, { db }: Service) {
      await requireAgent(db, organization_id, params.agent_id);
      const row = key
        ? await requireVersion(db, kind, params.agent_id, key)
        : await requireCurrent(db, kind, params.agent_id);
      return withLabels(db, kind, row);
    },

    async labels({ organization_id, params }: OfAgent, key: VersionKey, { db }: Service) {
      await requireAgent(db, organization_id, params.agent_id);
      const row = await requireVersion(db, kind, params.agent_id, key);
      return { labels: await labelsOf(db, kind, row.id) };
    },

    promote: (request: OfAgent, key: VersionKey, service: Service) =>
      service.write(async (transaction) => {
        const { organization_id, params } = request;
        await requireAgent(transaction, organization_id, params.agent_id);
        const row = await requireVersion(transaction, kind, params.agent_id, key);
        const labels = { labels: [PRODUCTION], override_label: true };
        await recorded(transaction, service, kind, request, () =>
          addLabels(transaction, service, kind, row, labels),
        );
        return withLabels(transaction, kind, row);
      }),

    remove: (request: OfAgent, key: VersionKey, service: Service) =>
      service.write(async (transaction) => {
        const { organization_id, params } = request;
        await requireAgent(transaction, organization_id, params.agent_id);
        const row = await requireVersion(transaction, kind, params.agent_id, key);
        return recorded(transaction, service, kind, request, () => deleteVersion(transaction, kind, row));
      }),

    addLabels: (request: LabelRequest, service: Service) =>
      service.write(async (transaction) => {
        const { organization_id, params, body } = request;
        await requireAgent(transaction, organization_id, params.agent_id);
        const row = await requireVersion(transaction, kind, params.agent_id, params);
        await recorded(transaction, service, kind, request, () =>
          addLabels(transaction, service, kind, row, body),
        );
        return { labels: await labelsOf(transaction, kind, row.id) };
      }),

    removeLabels: (request: LabelRequest, service: Service) =>
      service.write(async (transaction) => {
        const { organization_id, params, body } = request;
        await requireAgent(transaction, organization_id, params.agent_id);
        const row = await requireVersion(transaction, kind, params.agent_id, params);
        await recorded(transaction, service, kind, request, () => removeLabels(transaction, kind, row, body));
        return { labels: await labelsOf(transaction, kind, row.id) };
      }),
  };
}

/** The kind in the history of labels. */
const nameOf = (kind: VersionKind) => (kind === PROMPT ? "prompt" : "knowledge_base");

/** Makes a change and records which labels it moved. `latest` moves automatically, so it is not recorded. */
async function recorded<T>(
  transaction: Kysely<Database>,
  service: Clock,
  kind: VersionKind,
  request: OfAgent,
  change: () => Promise<T>,
): Promise<T> {
  const { agent_id } = request.params;
  const before = await holdersOf(transaction, kind, agent_id);
  const done = await change();
  const after = await holdersOf(transaction, kind, agent_id);
  const moved = [...new Set([...before.keys(), ...after.keys()])].filter(
    (label) => label !== LATEST && before.get(label) !== after.get(label),
  );
  await recordMoves(
    transaction,
    service,
    request,
    moved.map((label) => ({
      agent_id,
      kind: nameOf(kind),
      label,
      previous_version: before.get(label) ?? null,
      version: after.get(label) ?? null,
    })),
  );
  return done;
}
