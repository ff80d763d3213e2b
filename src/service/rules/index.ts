/** The rules of all endpoints. `handlers.ts` adds the one that evaluates immediately. */
import { createLink } from "../console/sessions.ts";
import type { Handlers } from "../handler.ts";
import { agentTestHandlers } from "./agent-test.ts";
import { agentHandlers } from "./agents.ts";
import { alertHandlers } from "./alerts.ts";
import { asCodeHandlers } from "./as-code.ts";
import { callLogHandlers } from "./call-logs.ts";
import { callHandlers } from "./calls.ts";
import { communityHandlers } from "./communities.ts";
import { conversationHandlers } from "./conversations.ts";
import { customerTraitHandlers } from "./customer-traits.ts";
import { digitalHumanChangeHandlers } from "./digital-human-changes.ts";
import { digitalHumanHandlers } from "./digital-humans.ts";
import { evaluationHandlers } from "./evaluations.ts";
import { externalAgentHandlers } from "./external-agents.ts";
import { folderHandlers } from "./folders.ts";
import { generationHandlers } from "./generation.ts";
import { importHandlers } from "./imports.ts";
import { judgeCertificateHandlers } from "./judge-certificates.ts";
import { labelMoveHandlers } from "./label-moves.ts";
import { labelHandlers } from "./labels.ts";
import { metricChangeHandlers } from "./metric-changes.ts";
import { metricHandlers } from "./metrics.ts";
import { personaHandlers } from "./personas.ts";
import { policyHandlers } from "./policies.ts";
import { recordingHandlers } from "./recordings.ts";
import { reviewQueueHandlers } from "./review-queue.ts";
import { runComparisonHandlers } from "./run-comparison.ts";
import { scheduleHandlers } from "./schedules.ts";
import { searchHandlers } from "./search.ts";
import { simulationChangeHandlers } from "./simulation-changes.ts";
import { simulationResultHandlers } from "./simulation-results.ts";
import { simulationHandlers } from "./simulations.ts";
import { suggestionHandlers } from "./suggestions.ts";
import { traceHandlers } from "./traces.ts";
import { verdictMarkHandlers } from "./verdict-marks.ts";
import { versionHandlers } from "./versions.ts";
import { webhookDeliveryHandlers } from "./webhook-deliveries.ts";
import { webhookHandlers } from "./webhooks.ts";
import { workflowChangeHandlers } from "./workflow-changes.ts";
import { workflowHandlers } from "./workflows.ts";

export const ruleHandlers = {
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
  ...externalAgentHandlers,
  ...folderHandlers,
  ...personaHandlers,
  ...digitalHumanHandlers,
  ...digitalHumanChangeHandlers,
  ...evaluationHandlers,
  ...generationHandlers,
  ...judgeCertificateHandlers,
  ...labelHandlers,
  ...labelMoveHandlers,
  ...metricHandlers,
  ...metricChangeHandlers,
  ...reviewQueueHandlers,
  ...runComparisonHandlers,
  ...scheduleHandlers,
  ...searchHandlers,
  ...simulationHandlers,
  ...simulationChangeHandlers,
  ...simulationResultHandlers,
  ...suggestionHandlers,
  ...versionHandlers,
  ...webhookDeliveryHandlers,
  ...webhookHandlers,
  ...workflowHandlers,
  ...workflowChangeHandlers,
} satisfies Partial<Handlers>;
