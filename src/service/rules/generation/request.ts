import type { Output } from "../../../contract/types.ts";
import { GENERATION_MAXIMUM } from "../../../contract/values.ts";
import { badRequest } from "../../errors.ts";

type Request = Output<"GenerateDigitalHumans">;

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** How many digital humans are asked for. 400 for kinds that are not generated here, and when there are none. */
export function requireGenerable(request: Request): number {
  const foreign = {
    workflow_adherence: sum(Object.values(request.workflow_adherence ?? {})),
    workflow_adherence_v2: sum(Object.values(request.workflow_adherence_v2 ?? {})),
    red_teaming: request.red_teaming ?? 0,
  };
  const refused = Object.entries(foreign).flatMap(([kind, count]) => (count > 0 ? [kind] : []));
  if (refused.length > 0)
    throw badRequest(`this service does not generate ${refused.join(", ")}; leave it out`);
  const asked =
    sum((request.goal_adherence ?? []).map((goal) => goal.num_calls)) +
    sum((request.customer_personas ?? []).map((persona) => persona.num_calls)) +
    (request.load_testing ?? 0) +
    (request.replay_transcript ?? []).length;
  if (asked === 0)
    throw badRequest(
      "nothing to generate: ask for goal_adherence, customer_personas, load_testing or replay_transcript",
    );
  return asked;
}

/** Says that a request was trimmed; null when it was not. */
export const warningFor = (asked: number) =>
  asked > GENERATION_MAXIMUM
    ? `asked for ${asked} digital humans; made the first ${GENERATION_MAXIMUM}, the most of one request, and left out ${asked - GENERATION_MAXIMUM}`
    : null;
