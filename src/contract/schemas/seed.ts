import { z } from "zod";
import { keepClosed } from "../accept-unknown.ts";
import { RUN_STATUSES } from "../values.ts";
import { AgentCreate } from "./agent.ts";
import { dateTime, identifier, uuid } from "./common.ts";
import { conversationLimits } from "./conversation-limits.ts";
import { DigitalHumanCreate } from "./digital-human.ts";
import { CustomMetricCreate } from "./metric.ts";
import { KnowledgeBaseVersionCreate, LabelCreate, PromptVersionCreate } from "./version.ts";
import { WebhookCreate } from "./webhook.ts";
import { WorkflowCreate } from "./workflow.ts";

const count = z.int().min(0).default(0);

/** A version or label to which a seed may give an id. */
const withId = <S extends z.ZodRawShape>({ shape }: z.ZodObject<S>) =>
  z.strictObject({ ...shape, id: uuid.optional() });

const SeedRun = keepClosed(
  z.strictObject({
    id: identifier.optional(),
    status: z.literal(RUN_STATUSES).default("INITIALIZING"),
    summary: z.string().default(""),
    tests_passed: count,
    tests_failed: count,
    total_tests: count,
    tests_completed: count,
    tests_incompleted: count,
    curr_step_id: count,
    phone_number: z.string().default(""),
    created_at: dateTime.optional(),
  }),
);

/**
 * The initial data of a service. Explicit ids are kept. Objects without one get an id and are recognized by
 * their name, so loading a seed twice changes nothing.
 */
export const Seed = keepClosed(
  z.strictObject({
    kind: z.literal("Seed"),
    organizations: z
      .array(
        keepClosed(
          z.strictObject({
            name: z.string().min(1),
            api_key: z.string().min(1).optional().describe("default: a key is created and shown once"),
            agents: z
              .array(
                z.strictObject({
                  ...AgentCreate.shape,
                  id: identifier.optional(),
                  prompts: z
                    .array(withId(PromptVersionCreate))
                    .default([])
                    .describe("versions 1, 2, … in order"),
                  knowledge_bases: z.array(withId(KnowledgeBaseVersionCreate)).default([]),
                  labels: z.array(withId(LabelCreate)).default([]),
                }),
              )
              .default([]),
            metrics: z
              .array(
                z.strictObject({
                  ...CustomMetricCreate.shape,
                  id: uuid.optional(),
                  created_at: dateTime.optional(),
                }),
              )
              .default([]),
            simulations: z
              .array(
                z.strictObject({
                  id: identifier.optional(),
                  name: z.string().min(1),
                  description: z.string().nullish(),
                  agent_id: identifier,
                  ...conversationLimits,
                  digital_humans: z
                    .array(z.strictObject({ ...DigitalHumanCreate.shape, id: identifier.optional() }))
                    .default([]),
                  runs: z.array(SeedRun).default([]),
                }),
              )
              .default([]),
            workflows: z.array(z.strictObject({ ...WorkflowCreate.shape, id: uuid.optional() })).default([]),
            webhooks: z.array(WebhookCreate).default([]),
          }),
        ),
      )
      .min(1),
  }),
);
