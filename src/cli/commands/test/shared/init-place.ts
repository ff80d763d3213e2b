/** Where `parley test --init` finds the agent. */
import { SOCKET_PROTOCOLS } from "../../../../contract/rules/agent-reach.ts";
import { usage } from "../../../../lib/failure.ts";
import { type AgentConnection, dialectOf } from "../../../manifest/agent-connection.ts";
import { httpUrl, lineUrl } from "../../shared/url.ts";

/** @throws Failure (usage) if an agent that is reached in this way cannot be there */
export function requirePlace(way: AgentConnection, at: string): void {
  if (way === "http" || way === "chat") httpUrl.parse(at);
  const isSocket = way === "pipecat" || way === "realtime" || (way === "elevenlabs" && at.includes("://"));
  if (isSocket && !SOCKET_PROTOCOLS.test(lineUrl.parse(at).protocol))
    throw usage(`must be a ws or wss URL, not "${at}"`, { where: "--at" });
  if (way === "elevenlabs" && isSocket && !new URL(at).searchParams.has("agent_id"))
    throw usage("must name the agent: …/v1/convai/conversation?agent_id=…", { where: "--at" });
  const dialect = dialectOf({ [way]: at });
  if (!dialect || way === "dial") return;
  const { protocol } = lineUrl.parse(at);
  if (dialect === "chirp" && !SOCKET_PROTOCOLS.test(protocol))
    throw usage(`must be a ws or wss URL, not "${at}"`, { where: "--at" });
}

/** The same for whoever asks: what is wrong, or true. */
export function placeFault(way: AgentConnection, at: string): string | true {
  try {
    requirePlace(way, at);
    return true;
  } catch (error) {
    return (error as Error).message;
  }
}
