import type { Output } from "../../../contract/types.ts";
import { badRequest } from "../../errors.ts";
import type { Row } from "../../store/schema.ts";

type Trait = Output<"Trait">;

/** An agent that a digital human calls: its id and stored record. */
type CalledAgent = Pick<Row<"agent">, "id" | "record">;

/** 400 if a trait is to be sent as a SIP header but the agent is not reached over SIP. */
export function requireSipPrerequisites(
  traits: readonly Trait[] | null | undefined,
  agents: readonly CalledAgent[],
): void {
  const trait = traits?.find((candidate) => candidate.is_sip_header);
  if (!trait) return;
  for (const { id, record } of agents) {
    const { name, sip_uri }: Output<"AgentCreate"> = JSON.parse(record);
    if (!sip_uri)
      throw badRequest(
        `missing SIP prerequisites: the trait "${trait.trait_name}" is a SIP header, but agent ${id} (${name}) has no sip_uri`,
      );
  }
}
