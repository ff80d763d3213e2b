/** Who picks up the telephone with a number. */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { callsOf } from "../../domain/conversations/journey.ts";
import { holderOf } from "../../domain/digital-humans/always-on.ts";
import { recordOf } from "../../domain/digital-humans/record.ts";
import { listed } from "../../domain/ids.ts";
import type { AgentCall } from "../../domain/runs/agent-call.ts";
import type { Database, Row } from "../../store/schema.ts";
import { CallRefused } from "./refused.ts";

export interface Answering {
  readonly simulation_id: number;
  readonly digital_human: Row<"digital_human">;
}

/**
 * The digital human that is always-on active with the number called, and the simulation that its call belongs to. If it
 * is in several, the agent's own number tells them apart.
 * @throws CallRefused if there is not exactly one
 */
export async function answeringTo(
  db: Kysely<Database>,
  organization_id: string,
  { to, from }: Pick<AgentCall, "to" | "from">,
): Promise<Answering> {
  const digital_human = await holderOf(db, organization_id, to);
  if (!digital_human)
    throw new CallRefused(
      "unreachable",
      `Nobody answers ${to}: no digital human of the organization has it as its phone_number, with always_on_mode and always_on_active true`,
    );
  const { id } = digital_human;
  if (callsOf(recordOf(digital_human)) > 1)
    throw new CallRefused(
      "unreachable",
      `Digital human ${id} answers ${to} with a journey of several calls, and the agent has created one; remove its journey_steps`,
    );
  const simulations = await db
    .selectFrom("simulation_digital_human as member")
    .innerJoin("simulation", "simulation.id", "member.simulation_id")
    .innerJoin("agent", "agent.id", "simulation.agent_id")
    .select(["simulation.id", "agent.record"])
    .where("member.digital_human_id", "=", id)
    .orderBy("simulation.id")
    .execute();
  const ofCaller = simulations.filter(({ record }) => phoneNumberOf(record) === from);
  const [simulation, ...others] = ofCaller.length > 0 ? ofCaller : simulations;
  if (!simulation)
    throw new CallRefused(
      "unreachable",
      `Digital human ${id} answers ${to}, but is in no simulation; attach it to one`,
    );
  if (others.length > 0)
    throw new CallRefused(
      "unreachable",
      `Digital human ${id} answers ${to} in the simulations ${listed([simulation, ...others].map((one) => one.id))}, so the call has no agent; set the phone_number of one of their agents to ${from}, or leave it in one simulation`,
    );
  return { simulation_id: simulation.id, digital_human };
}

const phoneNumberOf = (record: string) =>
  (JSON.parse(record) as Pick<Output<"AgentCreate">, "phone_number">).phone_number ?? null;
