/** The tables as Kysely sees them. JSON columns are text in both stores; times are ISO 8601 in UTC. */
import type { Insertable, Selectable } from "kysely";
import type { AgentTables } from "./schema/agents.ts";
import type { CallTables } from "./schema/calls.ts";
import type { ConversationTables } from "./schema/conversations.ts";
import type { LabTables } from "./schema/labs.ts";
import type { MetricTables } from "./schema/metrics.ts";
import type { OrganizationTables } from "./schema/organizations.ts";
import type { SimulationTables } from "./schema/simulations.ts";
import type { WorkTables } from "./schema/work.ts";

export type Dialect = "sqlite" | "postgres";

export interface Database
  extends OrganizationTables,
    AgentTables,
    MetricTables,
    LabTables,
    SimulationTables,
    ConversationTables,
    CallTables,
    WorkTables {}

export type Row<T extends keyof Database> = Selectable<Database[T]>;
export type NewRow<T extends keyof Database> = Insertable<Database[T]>;
