/** The rules of the endpoints, joined. `handlers.ts` adds the one that evaluates at once. */
import type { Handlers } from "../handler.ts";
import { agentHandlers } from "./agents.ts";
import { callLogHandlers } from "./call-logs.ts";
import { callHandlers } from "./calls.ts";
import { conversationHandlers } from "./conversations.ts";
import { digitalHumanChangeHandlers } from "./digital-human-changes.ts";
import { digitalHumanHandlers } from "./digital-humans.ts";
import { evaluationHandlers } from "./evaluations.ts";
import { generationHandlers } from "./generation.ts";
import { labelMoveHandlers } from "./label-moves.ts";
import { labelHandlers } from "./labels.ts";
import { metricChangeHandlers } from "./metric-changes.ts";
import { metricHandlers } from "./metrics.ts";
import { runComparisonHandlers } from "./run-comparison.ts";
import { scheduleHandlers } from "./schedules.ts";
import { simulationChangeHandlers } from "./simulation-changes.ts";
import { simulationResultHandlers } from "./simulation-results.ts";
import { simulationHandlers } from "./simulations.ts";
import { versionHandlers } from "./versions.ts";
import { webhookDeliveryHandlers } from "./webhook-deliveries.ts";
import { webhookHandlers } from "./webhooks.ts";
import { workflowHandlers } from "./workflows.ts";

export const ruleHandlers = {
  ...agentHandlers,
  ...callHandlers,
  ...callLogHandlers,
  ...conversationHandlers,
  ...digitalHumanHandlers,
  ...digitalHumanChangeHandlers,
  ...evaluationHandlers,
  ...generationHandlers,
  ...labelHandlers,
  ...labelMoveHandlers,
  ...metricHandlers,
  ...metricChangeHandlers,
  ...runComparisonHandlers,
  ...scheduleHandlers,
  ...simulationHandlers,
  ...simulationChangeHandlers,
  ...simulationResultHandlers,
  ...versionHandlers,
  ...webhookDeliveryHandlers,
  ...webhookHandlers,
  ...workflowHandlers,
} satisfies Partial<Handlers>;
