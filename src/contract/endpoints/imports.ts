/** Calls from other platforms. */
import type { Endpoint } from "./row.ts";

export const imports = {
  import_call: {
    method: "POST",
    path: "/v1/import/{vendor}",
    tier: "own",
    summary: "Submit a call as another platform's webhook or API has it; each call is stored once",
    params: { vendor: { type: "string" } },
    query: { agent_id: { type: "integer", optional: true } },
    body: "VendorLog",
    signed: true,
    answer: "ImportAnswer",
    errors: [400, 404, 409],
    repeat: "safe",
  },
} as const satisfies Record<string, Endpoint>;
