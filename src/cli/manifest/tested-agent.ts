/** The agent of a test file: how it is reached, and what must be so. */
import type { z } from "zod";
import type { TestManifest } from "../../contract/schemas/manifests/test.ts";
import { headerNameFault } from "../../contract/schemas/state-probe.ts";
import type { AgentTool } from "../../engine/tools/tool.ts";
import type { Detail } from "../../lib/failure.ts";
import { AGENT_CONNECTIONS, dialectOf, VOICE_CAPABLE } from "./agent-connection.ts";
import { pathFault } from "./check.ts";
import type { Parsed, Path } from "./parsed.ts";

export type TestedAgent = NonNullable<z.output<typeof TestManifest>["agent"]>;

/** What callers tell an agent that they call. */
const SECRETS = ["websocket_username", "websocket_password"] as const;

const VOICED_NAMES = [...VOICE_CAPABLE].join(", ").replace(/, (?=\w+$)/, " or ");

/** How the agent is reached: exactly one way. */
export function agentFaults(parsed: Parsed, agent: TestedAgent, has_command: boolean): Detail[] {
  const ways = AGENT_CONNECTIONS.filter((way) => agent[way] !== undefined);
  const command = agent.command !== undefined || has_command;
  const fault = (path: Path, message: string) => [pathFault(parsed, path, message)];
  if (ways.length === 0)
    return fault(
      ["agent"],
      `say how the agent is reached: ${AGENT_CONNECTIONS.slice(0, -1).join(", ")} or ${AGENT_CONNECTIONS.at(-1)}`,
    );
  if (ways.length > 1) return fault(["agent", ways[1] ?? ""], `give ${ways.join(" or ")}, not both`);
  if (agent.stdio && !command) return fault(["agent", "stdio"], "needs a command");
  if (agent.livekit && !command)
    return fault(["agent", "livekit"], "needs a command that runs the agent's file, without a subcommand");
  if (agent.dial && !command)
    return fault(["agent", "dial"], "needs a command, which is started for each call");
  const [way = "http"] = ways;
  const { elevenlabs } = agent;
  if (elevenlabs && (elevenlabs.url === undefined) === (elevenlabs.agent_id === undefined))
    return fault(["agent", "elevenlabs"], "give an agent_id or a url, and not both");
  if (agent.voice && !VOICE_CAPABLE.has(way))
    return fault(["agent", "voice"], `only an agent with ${VOICED_NAMES} needs it, not one with ${way}`);
  const secret = SECRETS.find((field) => agent[field] !== undefined);
  if (secret && (dialectOf(agent) === undefined || agent.dial || agent.voice))
    return fault(["agent", secret], `only an agent that is called gets it, not one with ${ways[0]}`);
  if (agent.module !== undefined && agent.command !== undefined)
    return fault(["agent", "command"], "a module needs no command");
  const { state_probe } = agent;
  if (state_probe && (state_probe.url === undefined) === (state_probe.command === undefined))
    return fault(["agent", "state_probe"], "give a url or a command, and not both");
  if (state_probe?.command !== undefined && state_probe.headers)
    return fault(["agent", "state_probe", "headers"], "only a url gets them, not a command");
  for (const name of Object.keys(state_probe?.headers ?? {})) {
    const message = headerNameFault(name);
    if (message !== undefined) return fault(["agent", "state_probe", "headers", name], message);
  }
  return [];
}

/** Why it cannot get what was said before a conversation. Undefined if it can. */
export function noHistory(agent: TestedAgent): string | undefined {
  if (agent.http !== undefined) return "a webhook gets only the last turn";
  if (agent.livekit !== undefined) return "an agent of LiveKit keeps the conversation itself";
  if (agent.elevenlabs) return "an agent of ElevenLabs keeps the conversation itself";
  if (agent.pipecat !== undefined) return "a bot of Pipecat keeps the conversation itself";
  return dialectOf(agent) ? "a call starts with its first word" : undefined;
}

/** The ways to agents whose tool calls are answered by what the file says. */
const MODELS = ["chat", "realtime", "elevenlabs"] as const;

/** A tool that is answered, and not among those of the agent, is a mistake. */
export function standInFaults(parsed: Parsed, agent: TestedAgent, tools: readonly AgentTool[]): Detail[] {
  const names = tools.map(({ name }) => name);
  const way = MODELS.find((one) => agent[one] !== undefined) ?? "realtime";
  return (agent[way]?.tool_outputs ?? []).flatMap(({ tool }, place) =>
    names.includes(tool)
      ? []
      : [
          pathFault(
            parsed,
            ["agent", way, "tool_outputs", place, "tool"],
            names.length === 0
              ? "the agent has no tools: name them in agent.tools"
              : `the agent has no tool ${JSON.stringify(tool)}; it has ${names.slice(0, 10).join(", ")}`,
          ),
        ],
  );
}
