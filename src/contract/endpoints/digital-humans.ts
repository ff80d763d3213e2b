/** Operations beyond the specification on digital humans. */
import type { Endpoint } from "./row.ts";

export const digitalHumans = {
  get_digital_human: {
    method: "GET",
    path: "/v1/digital-human/{digital_human_id}",
    tier: "hosted",
    summary: "Show a digital human",
    params: { digital_human_id: { type: "integer" } },
    answer: "DigitalHumanAnswer",
    errors: [404],
    repeat: "safe",
  },
} as const satisfies Record<string, Endpoint>;
