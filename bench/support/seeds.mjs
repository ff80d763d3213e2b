/** The seeds of services under measurement. */
import { digitalHuman } from "./manifests.mjs";
import { KEY } from "./processes.mjs";

const PROMPT =
  "You are the front desk of a clinic. Offer the earliest slot, and never give medical advice. ".repeat(10);

/** An organization with an agent, 50 metrics, 50 versions of a prompt and a simulation of 1,000 digital humans. */
export const fullSeed = {
  kind: "Seed",
  organizations: [
    {
      name: "bench",
      api_key: KEY,
      agents: [
        {
          id: 101,
          name: "Front desk",
          mode: "TEXT",
          prompts: Array.from({ length: 50 }, (_, i) => ({
            prompt_text: PROMPT,
            commit_message: `Change ${i}`,
          })),
        },
      ],
      metrics: Array.from({ length: 50 }, (_, i) => ({
        name: `Metric ${i}`,
        description: "The agent repeats the day and the time of the appointment before it says goodbye",
        response_type: "pass_fail",
        scoring_guidance: "@rules\npass when agent says /(?i)appointment/",
        agent_ids: [101],
        tags: ["core"],
      })),
      simulations: [
        {
          id: 7,
          name: "Smoke",
          agent_id: 101,
          opening_patience_ms: 0,
          digital_humans: Array.from({ length: 1000 }, (_, i) => digitalHuman(i + 1)),
        },
        { id: 8, name: "Creates", agent_id: 101 },
      ],
    },
  ],
};
