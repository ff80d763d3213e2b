import type { Call, Service } from "../../handler.ts";
import { requireAgent } from "../agents.ts";
import { deleteVersion } from "./delete.ts";
import { insertVersion, type VersionDraft } from "./insert.ts";
import type { VersionKind } from "./kinds.ts";
import { addLabels, removeLabels } from "./labels.ts";
import { labelsOf, listVersions, requireVersion, type VersionKey, withLabels } from "./read.ts";

// `Pick` keeps the parts of a call without its operation: both kinds have the same parts.
type OfAgent = Pick<Call<"get_agent">, "organization_id" | "params">;
type ListCall = Pick<Call<"list_prompt_versions">, keyof Call<"list_prompt_versions">>;
type LabelCall = Pick<Call<"add_prompt_labels">, keyof Call<"add_prompt_labels">>;

/** The operations on versions of one kind: the same for prompts and for knowledge bases. */
export function versionsOf(kind: VersionKind) {
  return {
    create: ({ organization_id, params }: OfAgent, draft: VersionDraft, service: Service) =>
      service.write(async (transaction) => {
        await requireAgent(transaction, organization_id, params.agent_id);
        const row = await insertVersion(transaction, service, kind, params.agent_id, draft);
        return withLabels(transaction, kind, row);
      }),

    async list({ organization_id, params, query }: ListCall, { db }: Service) {
      await requireAgent(db, organization_id, params.agent_id);
      return listVersions(db, kind, params.agent_id, query);
    },

    async get({ organization_id, params }: OfAgent, id: string, { db }: Service) {
      await requireAgent(db, organization_id, params.agent_id);
      return withLabels(db, kind, await requireVersion(db, kind, params.agent_id, { id }));
    },

    remove: ({ organization_id, params }: OfAgent, key: VersionKey, { write }: Service) =>
      write(async (transaction) => {
        await requireAgent(transaction, organization_id, params.agent_id);
        const row = await requireVersion(transaction, kind, params.agent_id, key);
        return deleteVersion(transaction, kind, row);
      }),

    addLabels: ({ organization_id, params, body }: LabelCall, service: Service) =>
      service.write(async (transaction) => {
        await requireAgent(transaction, organization_id, params.agent_id);
        const row = await requireVersion(transaction, kind, params.agent_id, params);
        await addLabels(transaction, service, kind, row, body);
        return { labels: await labelsOf(transaction, kind, row.id) };
      }),

    removeLabels: ({ organization_id, params, body }: LabelCall, { write }: Service) =>
      write(async (transaction) => {
        await requireAgent(transaction, organization_id, params.agent_id);
        const row = await requireVersion(transaction, kind, params.agent_id, params);
        await removeLabels(transaction, kind, row, body);
        return { labels: await labelsOf(transaction, kind, row.id) };
      }),
  };
}
