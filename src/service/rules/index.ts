/** The rules of the endpoints, joined. `handlers.ts` adds the one that evaluates at once. */
import type { Handlers } from "../handler.ts";
import { agentHandlers } from "./agents.ts";
import { callHandlers } from "./calls.ts";
import { conversationHandlers } from "./conversations.ts";
import { digitalHumanHandlers } from "./digital-humans.ts";
import { evaluationHandlers } from "./evaluations.ts";
import { generationHandlers } from "./generation.ts";
import { labelMoveHandlers } from "./label-moves.ts";
import { labelHandlers } from "./labels.ts";
import { metricHandlers } from "./metrics.ts";
import { simulationHandlers } from "./simulations.ts";
import { versionHandlers } from "./versions.ts";
import { webhookDeliveryHandlers } from "./webhook-deliveries.ts";
import { webhookHandlers } from "./webhooks.ts";
import { workflowHandlers } from "./workflows.ts";

export const ruleHandlers = {
  ...agentHandlers,
  ...callHandlers,
  ...conversationHandlers,
  ...digitalHumanHandlers,
  ...evaluationHandlers,
  ...generationHandlers,
  ...labelHandlers,
  ...labelMoveHandlers,
  ...metricHandlers,
  ...simulationHandlers,
  ...versionHandlers,
  ...webhookDeliveryHandlers,
  ...webhookHandlers,
  ...workflowHandlers,
} satisfies Partial<Handlers>;
