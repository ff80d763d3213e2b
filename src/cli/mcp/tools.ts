/** The tools, in the order in which clients list them. */

import type { Tool } from "./tool.ts";
import { applyPlan } from "./tools/apply-plan.ts";
import { checkMetric } from "./tools/check-metric.ts";
import { compareVersions } from "./tools/compare-versions.ts";
import { evaluateCall } from "./tools/evaluate-call.ts";
import { explainResult } from "./tools/explain-result.ts";
import { generateCallers } from "./tools/generate-callers.ts";
import { look } from "./tools/look.ts";
import { planChanges } from "./tools/plan-changes.ts";
import { promotePrompt } from "./tools/promote-prompt.ts";
import { repairFailure } from "./tools/repair-failure.ts";
import { runSimulation } from "./tools/run-simulation.ts";
import { searchDocs } from "./tools/search-docs.ts";

export const tools: readonly Tool[] = [
  look,
  runSimulation,
  explainResult,
  evaluateCall,
  compareVersions,
  repairFailure,
  generateCallers,
  planChanges,
  applyPlan,
  checkMetric,
  promotePrompt,
  searchDocs,
];
