import type { Output } from "../../../contract/types.ts";
import { GENERATED_MAXIMUM, GENERATION_MAXIMUM } from "../../../contract/values.ts";
import { counted } from "../../../engine/words/counted.ts";
import { badRequest } from "../../errors.ts";

type Request = Output<"GenerateDigitalHumans">;

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** How many digital humans the request asks for. 400 if none. */
export function requireGenerable(request: Request): number {
  const asked =
    sum((request.goal_adherence ?? []).map((goal) => goal.num_calls)) +
    sum(Object.values(request.workflow_adherence ?? {})) +
    sum(Object.values(request.workflow_adherence_v2 ?? {})) +
    (request.replay_transcript ?? []).length +
    sum((request.customer_personas ?? []).map((persona) => persona.num_calls)) +
    (request.load_testing ?? 0) +
    (request.red_teaming ?? 0) +
    (request.policy_probes ?? 0);
  if (asked === 0)
    throw badRequest(
      "nothing to generate: ask for goal_adherence, workflow_adherence, workflow_adherence_v2, replay_transcript, customer_personas, load_testing, red_teaming or policy_probes",
    );
  return asked;
}

/** How many of the requested digital humans were made. */
export interface Made {
  readonly asked: number;
  readonly made: number;
  /** Whether the digital humans were so large that no more fit into the answer. */
  readonly isFull: boolean;
}

/** How many probes were requested, and how many rules of the prompt can be probed. */
export interface Probes {
  readonly asked: number;
  readonly rules: number;
}

/** What was left out of a request and why, or null if nothing was. */
export function warningFor(made: Made, unread: readonly string[], probes: Probes): string | null {
  const warnings = [...unread, ...leftOut(made, probes)];
  return warnings.length === 0 ? null : warnings.join("; ");
}

function leftOut({ asked, made, isFull }: Made, probes: Probes): string[] {
  if (made === asked) return [];
  const first = `asked for ${asked} digital humans; made the first ${made}`;
  if (isFull)
    return [
      `${first} and left out ${asked - made}: an answer has room for ${GENERATED_MAXIMUM} characters of them`,
    ];
  if (asked > GENERATION_MAXIMUM && made === GENERATION_MAXIMUM)
    return [`${first}, the most that one request can make, and left out ${asked - made}`];
  if (asked - made === probes.asked - probes.rules)
    return [`The prompt has ${counted(probes.rules, "rule")} to probe; ${probes.asked} were asked for.`];
  return [
    `asked for ${asked} digital humans; made ${made}: there are no more paths in a workflow, or rules in the prompt to probe`,
  ];
}
