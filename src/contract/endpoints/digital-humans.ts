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
  list_all_digital_humans: {
    method: "GET",
    path: "/v1/digital-humans",
    tier: "hosted",
    summary: "List the digital humans of the organization, newest first",
    query: {
      page: { type: "integer", default: 1, minimum: 1 },
      page_size: { type: "integer", default: 20, minimum: 1, maximum: 100 },
    },
    answer: "DigitalHumanPage",
    list: "digital_humans",
    errors: [400],
    repeat: "safe",
  },
} as const satisfies Record<string, Endpoint>;
