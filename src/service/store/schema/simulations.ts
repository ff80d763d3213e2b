/** Simulations, their digital humans and their runs. */
import type { ColumnType, Generated } from "kysely";
import type { RUN_STATUSES } from "../../../contract/values.ts";
import type { Fixed } from "./fixed.ts";

/** A world, once for all simulations and runs that have it. It never changes. */
interface WorldTable {
  id: Generated<number>;
  organization_id: Fixed<string>;
  /** Of `form`. */
  sha256: Fixed<string>;
  /** JSON: `World`. */
  form: Fixed<string>;
  created_at: Fixed<string>;
}

interface SimulationTable {
  id: Generated<number>;
  organization_id: Fixed<string>;
  agent_id: number;
  name: string;
  description: string | null;
  max_concurrent: number | null;
  max_turns: number | null;
  opening_patience_ms: number | null;
  /** JSON: `Settings`. */
  settings: Generated<string>;
  world_id: ColumnType<number | null, number | null | undefined, number | null>;
  /** JSON: fields that the contract does not know; null without any. */
  unknown_fields: string | null;
  created_at: Fixed<string>;
}

interface DigitalHumanTable {
  id: Generated<number>;
  organization_id: Fixed<string>;
  /** JSON: the digital human's fields as answers show them, without id and created_at. Never `{}`. */
  record: string;
  /** JSON: the fields that only requests have, in rows of versions that did not show them; else null. */
  request_fields: string | null;
  /** The phone number while it is always-on active, else null: unique within the organization. */
  always_on_number: string | null;
  created_at: Fixed<string>;
}

interface SimulationDigitalHumanTable {
  simulation_id: number;
  digital_human_id: number;
}

interface CommunityDigitalHumanTable {
  community_id: Fixed<string>;
  digital_human_id: Fixed<number>;
}

interface SimulationRunTable {
  id: Generated<number>;
  organization_id: Fixed<string>;
  simulation_id: Fixed<number>;
  agent_id: Fixed<number>;
  prompt_id: string | null;
  knowledge_base_id: string | null;
  /** The simulation's value when the run was queued. */
  max_concurrent: Fixed<number | null>;
  max_turns: Fixed<number | null>;
  /** JSON: the simulation's `Settings` when the run was queued. */
  settings: ColumnType<string, string | undefined, never>;
  status: (typeof RUN_STATUSES)[number];
  summary: string;
  tests_passed: number;
  tests_failed: number;
  total_tests: number;
  tests_completed: number;
  tests_incompleted: number;
  /** How many of them got stuck on a question that the digital human cannot answer. */
  tests_unanswered: ColumnType<number, number | undefined, number>;
  curr_step_id: number;
  phone_number: string;
  created_at: Fixed<string>;
  /** JSON: how the agent is called (`LineRequest`); null for a text run. */
  line: Fixed<string | null>;
  /** 1: the agent's http_webhook gets nothing of this run. */
  without_webhook: ColumnType<number, number | undefined, never>;
  /** JSON: `TestedVersions`; null if they are not known. */
  versions: ColumnType<string | null, string | undefined, never>;
  /** JSON: `LineConditions`; null if the calls sound as the digital humans' records say. */
  conditions: ColumnType<string | null, string | undefined, never>;
  /** The account with which the agent created this call itself; null if the run calls the agent. */
  account_sid: ColumnType<string | null, string | undefined, never>;
  /** The simulation's world when the run was queued. */
  world_id: ColumnType<number | null, number | null | undefined, never>;
}

/** A digital human as it was when the run was queued; later changes apply to the next run. */
interface SimulationRunDigitalHumanTable {
  simulation_run_id: Fixed<number>;
  digital_human_id: Fixed<number>;
  record: Fixed<string>;
  /** JSON: the record as the engine has read it. Something else until it has; see `storeCallers`. */
  caller: string;
}

export interface SimulationTables {
  world: WorldTable;
  simulation: SimulationTable;
  digital_human: DigitalHumanTable;
  simulation_digital_human: SimulationDigitalHumanTable;
  simulation_run: SimulationRunTable;
  simulation_run_digital_human: SimulationRunDigitalHumanTable;
  community_digital_human: CommunityDigitalHumanTable;
}
