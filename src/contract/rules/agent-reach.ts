/** How simulations reach an agent, and what its record lacks if they cannot. */
export interface Reach {
  /** A webhook gets each turn. A WebSocket is called. A telephone webhook is asked for the WebSocket to call. */
  readonly by: "webhook" | "websocket" | "telephone";
  readonly url: URL;
}

export interface NoReach {
  readonly by: null;
  readonly why: string;
  /** What `parley agents update` has to set, for each `--set`. */
  readonly set: readonly string[];
}

/** The command that mends it. */
export const commandOf = (agent_id: string | number | undefined, { set }: NoReach): string =>
  `parley agents update ${agent_id} ${set.map((assignment) => `--set ${assignment}`).join(" ")}`;

export type Connection = Readonly<
  Partial<Record<"mode" | "connection_type" | "http_webhook" | "websocket_url", string | null | undefined>>
>;

/** Protocols of a URL that is called as a WebSocket. */
export const SOCKET_PROTOCOLS = /^wss?:$/;
/** The same for a telephone agent, which may say over HTTP where its audio goes. */
export const TELEPHONE_PROTOCOLS = /^(?:wss?|https?):$/;

/** What calls an agent of LiveKit or Pipecat instead. Undefined for other connections. */
export function startedInstead(connection_type: string | null | undefined): string | undefined {
  if (connection_type === "LIVEKIT" || connection_type === "RTC")
    return "`parley call <digital-human-id> --via livekit -- <command>` starts such an agent for a call";
  if (connection_type === "PIPECAT" || connection_type === "PIPELINE")
    return "`parley call <digital-human-id> --via pipecat --to <url>` calls such an agent through its evaluation transport";
  return undefined;
}

const SET_SOCKET = ["connection_type=WEBSOCKET", "websocket_url=<url>"];

export function reachOf({ mode, connection_type, http_webhook, websocket_url }: Connection): Reach | NoReach {
  if (mode === "TEXT") {
    if (!http_webhook) return nowhere("It has no http_webhook.", ["http_webhook=<url>"]);
    const url = urlIn(http_webhook, /^https?:$/);
    return url
      ? { by: "webhook", url }
      : nowhere("Its http_webhook is not a valid URL with http:// or https://.", ["http_webhook=<url>"]);
  }
  if (connection_type !== "WEBSOCKET") {
    if (http_webhook)
      return nowhere("It has an http_webhook, but its mode is VOICE: only text simulations use webhooks.", [
        "mode=TEXT",
      ]);
    const instead = startedInstead(connection_type);
    return nowhere(
      connection_type
        ? `Its connection_type is ${connection_type}. Parley stores that, but calls agents only over a WebSocket${instead ? `; ${instead}` : ""}.`
        : "It has no connection_type.",
      SET_SOCKET,
    );
  }
  if (!websocket_url) return nowhere("It has no websocket_url.", ["websocket_url=<url>"]);
  const url = urlIn(websocket_url, TELEPHONE_PROTOCOLS);
  if (!url)
    return nowhere("Its websocket_url is not a valid URL with ws:// or wss://.", ["websocket_url=<url>"]);
  return { by: SOCKET_PROTOCOLS.test(url.protocol) ? "websocket" : "telephone", url };
}

/** The connections that need an address. Services call agents with any other one in ways of their own. */
const BY_ADDRESS: readonly string[] = ["WEBSOCKET", "HTTP_WEBHOOK"];

/**
 * What is wrong with the connection in an agent's record, and the command that mends it. An agent without any address
 * has nothing wrong: it may be there for its calls alone. Nor has one on a telephone line: it may be in production.
 */
export function connectionFault(
  agent_id: string | number | undefined,
  agent: Connection,
): { readonly why: string; readonly command: string } | undefined {
  if (!agent.http_webhook && !agent.websocket_url) return undefined;
  if (agent.connection_type && !BY_ADDRESS.includes(agent.connection_type)) return undefined;
  const reach = reachOf(agent);
  return reach.by === null ? { why: reach.why, command: commandOf(agent_id, reach) } : undefined;
}

const nowhere = (why: string, set: readonly string[]): NoReach => ({ by: null, why, set });

const urlIn = (text: string, protocols: RegExp): URL | undefined =>
  URL.canParse(text) && protocols.test(new URL(text).protocol) ? new URL(text) : undefined;
