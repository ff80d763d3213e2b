/**
 * The HTTP API as data: one row per endpoint. The client calls it, the service answers it, and the OpenAPI document
 * and `parley api` are printed from it. Bodies and answers are named here and defined in schemas/, so that
 * reading this table does not load a schema library.
 */
import { agents } from "./endpoints/agents.ts";
import { alerts } from "./endpoints/alerts.ts";
import { asCode } from "./endpoints/as-code.ts";
import { callLogs } from "./endpoints/call-logs.ts";
import { calls } from "./endpoints/calls.ts";
import { communities } from "./endpoints/communities.ts";
import { consoleRows } from "./endpoints/console.ts";
import { customers } from "./endpoints/customers.ts";
import { digitalHumanChanges } from "./endpoints/digital-human-changes.ts";
import { digitalHumans } from "./endpoints/digital-humans.ts";
import { documented } from "./endpoints/documented.ts";
import { externalAgents } from "./endpoints/external-agents.ts";
import { folders } from "./endpoints/folders.ts";
import { imports } from "./endpoints/imports.ts";
import { judge } from "./endpoints/judge.ts";
import { knowledgeBases } from "./endpoints/knowledge-bases.ts";
import { labs } from "./endpoints/labs.ts";
import { metricChanges } from "./endpoints/metric-changes.ts";
import { metrics } from "./endpoints/metrics.ts";
import { optimize } from "./endpoints/optimize.ts";
import { policies } from "./endpoints/policies.ts";
import { runComparison } from "./endpoints/run-comparison.ts";
import { scenarios } from "./endpoints/scenarios.ts";
import { schedules } from "./endpoints/schedules.ts";
import { simulationChanges } from "./endpoints/simulation-changes.ts";
import { simulationResults } from "./endpoints/simulation-results.ts";
import { simulations } from "./endpoints/simulations.ts";
import { suggestions } from "./endpoints/suggestions.ts";
import { traces } from "./endpoints/traces.ts";
import { versionChanges } from "./endpoints/version-changes.ts";
import { versions } from "./endpoints/versions.ts";
import { voice } from "./endpoints/voice.ts";
import { webhooks } from "./endpoints/webhooks.ts";
import { workflowChanges } from "./endpoints/workflow-changes.ts";
import { workflows } from "./endpoints/workflows.ts";

export type { Endpoint, Param, SchemaName } from "./endpoints/row.ts";

export const endpoints = {
  ...documented,
  ...agents,
  ...externalAgents,
  ...folders,
  ...metrics,
  ...metricChanges,
  ...judge,
  ...labs,
  ...optimize,
  ...digitalHumans,
  ...digitalHumanChanges,
  ...communities,
  ...customers,
  ...simulations,
  ...voice,
  ...simulationChanges,
  ...asCode,
  ...runComparison,
  ...schedules,
  ...alerts,
  ...simulationResults,
  ...versions,
  ...versionChanges,
  ...knowledgeBases,
  ...policies,
  ...calls,
  ...consoleRows,
  ...imports,
  ...traces,
  ...callLogs,
  ...webhooks,
  ...workflows,
  ...workflowChanges,
  ...scenarios,
  ...suggestions,
};
export type Endpoints = typeof endpoints;
export type Operation = keyof Endpoints;
