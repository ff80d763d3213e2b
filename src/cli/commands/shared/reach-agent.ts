/** Finds out whether something listens at the address that is registered for an agent. */
import { connect } from "node:net";
import { maskInUrl } from "../../../client/redact.ts";
import { reachOf } from "../../../contract/rules/agent-reach.ts";
import { isLoopback } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import type { Agent } from "./find-agent.ts";

/** Longer than it takes to connect to anything that can be reached. */
const PATIENCE_MS = 3000;

/** The result of trying to reach an agent. */
export interface Reached {
  /** Without secrets. */
  readonly url: string;
  /** The field of the agent's record that has the URL. */
  readonly field: "http_webhook" | "websocket_url";
  /** Why no connection could be made; undefined if one was. */
  readonly cause: string | undefined;
  /** Whether the service must get the same result: agent and service are both on this machine. */
  readonly isCertain: boolean;
}

/** Connects to an agent's webhook or WebSocket and sends nothing; undefined if simulations cannot reach it at all. */
export async function reachAgent(context: Context, agent: Agent): Promise<Reached | undefined> {
  const reach = reachOf(agent);
  if (reach.by === null) return undefined;
  const { hostname, port, protocol, href } = reach.url;
  const { base_url } = await context.settings();
  const number = Number(port || (protocol === "https:" || protocol === "wss:" ? 443 : 80));
  return {
    url: maskInUrl(href),
    field: reach.by === "webhook" ? "http_webhook" : "websocket_url",
    cause: await tryPort(hostname.replaceAll(/^\[|\]$/g, ""), number),
    isCertain: isLoopback(hostname) && isLoopback(new URL(base_url.value).hostname),
  };
}

const tryPort = (host: string, port: number) =>
  new Promise<string | undefined>((resolve) => {
    const end = (cause: string | undefined) => {
      socket.destroy();
      resolve(cause);
    };
    const socket = connect({ host, port, timeout: PATIENCE_MS });
    socket
      .once("connect", () => end(undefined))
      .once("timeout", () => end(`no connection within ${PATIENCE_MS / 1000} s`))
      .once("error", ({ code, message }: NodeJS.ErrnoException) =>
        end(code === "ECONNREFUSED" ? "nothing listens there (ECONNREFUSED)" : (code ?? message)),
      );
  });
