/** Agents, and what belongs to one: versions, labels, workflows, folders and personas. */
import type { Generated } from "kysely";
import type { Fixed } from "./fixed.ts";

interface AgentTable {
  id: Generated<number>;
  organization_id: Fixed<string>;
  /** JSON: the agent's fields without id, organization_id and created_at. */
  record: string;
  /** Numbers are never reused, even after the highest version was deleted. */
  next_prompt_version: Generated<number>;
  next_knowledge_base_version: Generated<number>;
  created_at: Fixed<string>;
}

/** A prompt version or a knowledge base version. */
interface VersionTable {
  id: Fixed<string>;
  agent_id: Fixed<number>;
  version: Fixed<number>;
  text: Fixed<string>;
  commit_message: string | null;
  /** JSON or null. */
  metadata: string | null;
  /** JSON: fields that the contract does not know; null without any. */
  unknown_fields: string | null;
  created_at: Fixed<string>;
}

/** What people have decided on the policies of a prompt version. */
interface PromptPolicyTable {
  prompt_id: Fixed<string>;
  /** JSON: a list of `Policy`. */
  policies: string;
  updated_at: string;
}

/** A label is on at most one version of each kind, because the version is a column of the label. */
interface LabelTable {
  id: Fixed<string>;
  agent_id: Fixed<number>;
  label_text: string;
  color: string | null;
  prompt_id: string | null;
  knowledge_base_id: string | null;
  /** JSON: fields that the contract does not know; null without any. */
  unknown_fields: string | null;
  created_at: Fixed<string>;
}

/** A label was moved to a version, or removed from one. */
interface LabelMoveTable {
  id: Generated<number>;
  organization_id: Fixed<string>;
  agent_id: Fixed<number>;
  kind: Fixed<"prompt" | "knowledge_base">;
  label: Fixed<string>;
  action: "label" | "unlabel" | "promote" | "rollback";
  previous_version: Fixed<number | null>;
  version: Fixed<number | null>;
  /** JSON: the proof that was required for the move; null if none was. */
  evidence: string | null;
  /** The key that moved it; it may have been revoked or deleted since. */
  key_id: Fixed<string>;
  created_at: Fixed<string>;
}

interface WorkflowTable {
  id: Fixed<string>;
  organization_id: Fixed<string>;
  agent_id: number;
  name: string;
  /** JSON: the nodes and edges. */
  graph: string;
  /** JSON: fields that the contract does not know; null without any. */
  unknown_fields: string | null;
  created_at: Fixed<string>;
}

/** A folder, a community, a persona, a trait, a scenario, a shared knowledge base or a metrics lab. */
interface DocumentTable {
  id: Fixed<string>;
  organization_id: Fixed<string>;
  kind: Fixed<"folder" | "community" | "persona" | "trait" | "scenario" | "knowledge_base" | "lab">;
  /** The agent that it belongs to; it is deleted with it. */
  agent_id: Fixed<number | null>;
  /** JSON. */
  fields: string;
  created_at: Fixed<string>;
}

/** The agents of a document that may have several. */
interface AgentDocumentTable {
  document_id: Fixed<string>;
  agent_id: Fixed<number>;
}

/** The identity of an object in configuration-as-code documents. */
interface AsCodeIdentityTable {
  organization_id: Fixed<string>;
  kind: Fixed<string>;
  as_code_id: Fixed<string>;
  object_id: string;
}

export interface AgentTables {
  agent: AgentTable;
  prompt_version: VersionTable;
  knowledge_base_version: VersionTable;
  prompt_policy: PromptPolicyTable;
  label: LabelTable;
  label_move: LabelMoveTable;
  workflow: WorkflowTable;
  document: DocumentTable;
  agent_document: AgentDocumentTable;
  as_code_identity: AsCodeIdentityTable;
}
