import { createLink } from "../console/sessions.ts";
import { agentTestHandlers } from "./agent-test.ts";
import { agentHandlers } from "./agents.ts";
import { alertHandlers } from "./alerts.ts";
import { asCodeHandlers } from "./as-code.ts";
import { callLogHandlers } from "./call-logs.ts";
import { callHandlers } from "./calls.ts";
import { communityHandlers } from "./communities.ts";
import { conversationHandlers } from "./conversations.ts";
import { customerTraitHandlers } from "./customer-traits.ts";
import { digitalHumanHandlers } from "./digital-humans.ts";
import { evaluationHandlers } from "./evaluations.ts";
import { folderHandlers } from "./folders.ts";
import { generationHandlers } from "./generation.ts";
import type { Handlers } from "./handler.ts";
import { importHandlers } from "./imports.ts";
import { judgeHandlers } from "./judge.ts";
import { knowledgeBaseHandlers } from "./knowledge-bases.ts";
import { labEvaluationHandlers } from "./lab-evaluations.ts";
import { labelMoveHandlers } from "./label-moves.ts";
import { labelHandlers } from "./labels.ts";
import { labHandlers } from "./labs.ts";
import { metricHandlers } from "./metrics.ts";
import { optimizeHandlers } from "./optimize.ts";
import { personaHandlers } from "./personas.ts";
import { policyHandlers } from "./policies.ts";
import { recordingHandlers } from "./recordings.ts";
import { reviewQueueHandlers } from "./review-queue.ts";
import { runComparisonHandlers } from "./run-comparison.ts";
import { scenarioHandlers } from "./scenarios.ts";
import { scheduleHandlers } from "./schedules.ts";
import { searchHandlers } from "./search.ts";
import { simulationResultHandlers } from "./simulation-results.ts";
import { simulationHandlers } from "./simulations.ts";
import { suggestionHandlers } from "./suggestions.ts";
import { traceHandlers } from "./traces.ts";
import { verdictMarkHandlers } from "./verdict-marks.ts";
import { versionHandlers } from "./versions.ts";
import { webhookDeliveryHandlers } from "./webhook-deliveries.ts";
import { webhookHandlers } from "./webhooks.ts";
import { workflowHandlers } from "./workflows.ts";

/** The handler of every endpoint. If a row of the contract has none, this does not compile. */
export const handlers: Handlers = {
  ...agentHandlers,
  ...callHandlers,
  ...agentTestHandlers,
  create_console_link: createLink,
  ...importHandlers,
  ...traceHandlers,
  ...recordingHandlers,
  ...policyHandlers,
  ...verdictMarkHandlers,
  ...alertHandlers,
  ...asCodeHandlers,
  ...callLogHandlers,
  ...communityHandlers,
  ...conversationHandlers,
  ...customerTraitHandlers,
  ...folderHandlers,
  ...personaHandlers,
  ...digitalHumanHandlers,
  ...evaluationHandlers,
  ...generationHandlers,
  ...judgeHandlers,
  ...knowledgeBaseHandlers,
  ...labelHandlers,
  ...labelMoveHandlers,
  ...labHandlers,
  ...labEvaluationHandlers,
  ...metricHandlers,
  ...optimizeHandlers,
  ...reviewQueueHandlers,
  ...runComparisonHandlers,
  ...scenarioHandlers,
  ...scheduleHandlers,
  ...searchHandlers,
  ...simulationHandlers,
  ...simulationResultHandlers,
  ...suggestionHandlers,
  ...versionHandlers,
  ...webhookDeliveryHandlers,
  ...webhookHandlers,
  ...workflowHandlers,
};
