/** The fields of a test file's agent that say how it is reached. */
import { type CALL_DIALECTS, DIALLED_CARRIERS } from "../../contract/values.ts";

export const AGENT_CONNECTIONS = [
  ...(["http", "stdio", "module", "chat", "livekit", "pipecat", "realtime", "elevenlabs"] as const),
  ...(["websocket", "twilio", "telnyx", "plivo", "exotel", "dial"] as const),
] as const;
export type AgentConnection = (typeof AGENT_CONNECTIONS)[number];

type Dialect = (typeof CALL_DIALECTS)[number];
type Dialled = (typeof DIALLED_CARRIERS)[number];

/** The ways over which callers speak, with the protocol of the call. */
const DIALECTS: Readonly<Partial<Record<AgentConnection, Dialect>>> = {
  websocket: "chirp",
  dial: "chirp",
  twilio: "twilio",
  telnyx: "telnyx",
  plivo: "plivo",
  exotel: "exotel",
};

/** The ways of agents that Parley starts and that listen nowhere. */
const WITHOUT_URL: ReadonlySet<AgentConnection> = new Set(["stdio", "module", "livekit", "dial"]);

/** The frameworks whose protocol Parley translates for a call. */
export const FRAMEWORKS = ["livekit", "pipecat"] as const;
export type Framework = (typeof FRAMEWORKS)[number];

/** The ways of agents that callers write to, or, with `voice`, speak with. */
export const VOICE_CAPABLE: ReadonlySet<AgentConnection> = new Set([...FRAMEWORKS, "realtime", "elevenlabs"]);

type Reached = { readonly [W in AgentConnection]?: unknown } & { readonly voice?: boolean | undefined };

/** How the agent of a test file that has no faults is reached. */
const connectionOf = (agent: Reached): AgentConnection | undefined =>
  AGENT_CONNECTIONS.find((way) => agent[way] !== undefined);

/** The telephone company by whose API the agent creates its calls. Undefined if it creates none. */
export const createsCallsBy = ({ dial }: Reached): Dialled | undefined =>
  DIALLED_CARRIERS.find((carrier) => carrier === dial);

/** How callers speak with the agent. Undefined if they write. */
export function dialectOf(agent: Reached): Dialect | undefined {
  const way = connectionOf(agent);
  // Parley itself translates what such an agent speaks.
  if (way === "dial") return createsCallsBy(agent) ?? DIALECTS[way];
  return way && (agent.voice && VOICE_CAPABLE.has(way) ? "chirp" : DIALECTS[way]);
}

/** The URL of the agent. Undefined if it has none. */
export function urlOf(agent: Reached): string | undefined {
  const way = connectionOf(agent);
  if (way === undefined || WITHOUT_URL.has(way)) return undefined;
  if (way === "elevenlabs") return conversationUrl(agent[way] as ElevenlabsPlace);
  return way === "chat" || way === "realtime"
    ? (agent[way] as { readonly url: string }).url
    : String(agent[way]);
}

interface ElevenlabsPlace {
  readonly url?: string;
  readonly agent_id?: string;
}

/** Where the conversations of an agent of ElevenLabs are. */
const conversationUrl = ({ url, agent_id = "" }: ElevenlabsPlace): string =>
  url ?? `wss://api.elevenlabs.io/v1/convai/conversation?agent_id=${encodeURIComponent(agent_id)}`;
