/** How the test of an agent asks the agent's own system for its state. */
import type { Output } from "../../../contract/types.ts";
import type { TestedAgent } from "../../manifest/tested-agent.ts";

type Probed = Pick<Output<"AgentCreate">, "state_probe" | "state_probe_headers">;

/** The probe in the fields of an agent. `command_url` stands for a command. */
export function probeFields({ state_probe }: TestedAgent, command_url: string): Probed {
  if (!state_probe) return {};
  const { url = command_url, headers = {}, keys } = state_probe;
  return {
    state_probe: { url, ...(keys && { keys }) },
    state_probe_headers: Object.entries(headers).map(([name, header_value]) => ({ name, header_value })),
  };
}
