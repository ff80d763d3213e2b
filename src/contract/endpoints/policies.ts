/** Operations on the policies of a prompt version: what its sentences demand, and what people have decided on them. */
import { agent_id, type Endpoint, version } from "./row.ts";

export const policies = {
  list_prompt_policies: {
    method: "GET",
    path: "/v1/agents/{agent_id}/prompts/versions/{version}/policies",
    tier: "own",
    summary: "List what was decided on the policies of a prompt version",
    params: { agent_id, version },
    answer: "PolicyList",
    list: "policies",
    errors: [404],
    repeat: "safe",
  },
  review_prompt_policies: {
    method: "PUT",
    path: "/v1/agents/{agent_id}/prompts/versions/{version}/policies",
    tier: "own",
    summary: "Decide on the policies of a prompt version",
    params: { agent_id, version },
    body: "PolicyReview",
    answer: "PolicyList",
    errors: [400, 404],
    repeat: "safe",
  },
  draft_prompt_policies: {
    method: "POST",
    path: "/v1/agents/{agent_id}/prompts/versions/{version}/draft-policies",
    tier: "own",
    summary: "Read the policies of a prompt, with what was decided on them. Stores nothing",
    params: { agent_id, version },
    body: "PolicyDraftRequest",
    answer: "PolicyDraft",
    errors: [404],
    repeat: "safe",
  },
} as const satisfies Record<string, Endpoint>;
