import type { ServerContext } from "@modelcontextprotocol/server";
import type { Asked } from "./session.ts";
import { defanged } from "./untrusted-text.ts";

const NOTE_MAXIMUM = 300;

/** A request's own signal, and its progress if the client asked for that. Nothing has been agreed to yet. */
export function askedBy({ mcpReq }: ServerContext): Asked {
  const progressToken = mcpReq._meta?.progressToken;
  let progress = 0;
  return {
    signal: mcpReq.signal,
    agreed: false,
    tell(line) {
      if (progressToken === undefined) return;
      progress += 1;
      const params = { progressToken, progress, message: defanged(line).slice(0, NOTE_MAXIMUM) };
      void mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
    },
  };
}
