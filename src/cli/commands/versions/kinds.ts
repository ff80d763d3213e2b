/** Prompts and knowledge bases have versions and labels in the same way. This file has the differences. */

import type { Operation } from "../../../contract/endpoints.ts";
import type { Context } from "../../context.ts";
import type { LabelMove } from "../../release/history.ts";

/** A version of either kind. */
export interface Version {
  readonly version: number;
  readonly id: string | null;
  readonly labels: readonly string[];
  readonly commit_message: string | null;
  readonly text: string;
}

interface VersionQuery {
  readonly label?: string | undefined;
  readonly version?: number | undefined;
  readonly limit?: number | undefined;
}

/** Labels to remove from one version. */
interface Labelling {
  readonly agent_id: number;
  readonly version: number;
  readonly labels: string[];
}

/** Labels to add. */
interface Adding extends Labelling {
  /** Move labels away from the versions that have them. */
  readonly override: boolean;
}

interface LabelsOfVersion {
  readonly labels: string[];
}

export interface VersionKind {
  /** The command group. A command line uses the same word for the versions. */
  readonly group: "prompts" | "kb";
  readonly noun: "prompt" | "knowledge base";
  /** The name of the kind in the history and the API. */
  readonly kind: LabelMove["kind"];
  /** The operations that the functions below call. */
  readonly operations: Readonly<Record<"list" | "add_labels" | "remove_labels", Operation>>;
  list(context: Context, agent_id: number, query: VersionQuery): Promise<Version[]>;
  addLabels(context: Context, labelling: Adding): Promise<LabelsOfVersion>;
  removeLabels(context: Context, labelling: Labelling): Promise<LabelsOfVersion>;
}

export const PROMPTS: VersionKind = {
  group: "prompts",
  noun: "prompt",
  kind: "prompt",
  operations: {
    list: "list_prompt_versions",
    add_labels: "add_prompt_labels",
    remove_labels: "remove_prompt_labels",
  },
  async list(context, agent_id, query) {
    const records = await context.read("list_prompt_versions", { params: { agent_id }, query });
    return records.map((record) => toVersion(record, record.prompt_text));
  },
  addLabels: (context, labelling) => context.change("add_prompt_labels", adding(labelling)),
  removeLabels: (context, labelling) => context.change("remove_prompt_labels", removing(labelling)),
};

export const KNOWLEDGE_BASES: VersionKind = {
  group: "kb",
  noun: "knowledge base",
  kind: "knowledge_base",
  operations: {
    list: "list_knowledge_base_versions",
    add_labels: "add_knowledge_base_labels",
    remove_labels: "remove_knowledge_base_labels",
  },
  async list(context, agent_id, query) {
    const records = await context.read("list_knowledge_base_versions", { params: { agent_id }, query });
    return records.map((record) => toVersion(record, record.kb_text));
  },
  addLabels: (context, labelling) => context.change("add_knowledge_base_labels", adding(labelling)),
  removeLabels: (context, labelling) => context.change("remove_knowledge_base_labels", removing(labelling)),
};

interface VersionRecord {
  readonly version: number;
  readonly id?: string | null | undefined;
  readonly labels?: string[] | null | undefined;
  readonly commit_message?: string | null | undefined;
}

const toVersion = ({ version, id, labels, commit_message }: VersionRecord, text: string): Version => ({
  version,
  id: id ?? null,
  labels: labels ?? [],
  commit_message: commit_message ?? null,
  text,
});

const adding = ({ agent_id, version, labels, override }: Adding) => ({
  params: { agent_id, version },
  body: { labels, override_label: override },
});

const removing = ({ agent_id, version, labels }: Labelling) => ({
  params: { agent_id, version },
  body: { labels },
});
