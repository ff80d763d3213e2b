import { usage } from "../../../lib/failure.ts";
import type { Parser } from "../parsers.ts";

export const httpUrl: Parser<URL> = {
  parse(text) {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol !== "http:" && url?.protocol !== "https:")
      throw usage(`must be an http or https URL, not "${text}"`);
    return url;
  },
};

/** The address at which an agent can be called: its WebSocket, or the webhook that returns the address. */
export const lineUrl: Parser<URL> = {
  parse(text) {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !/^(?:wss?|https?):$/.test(url.protocol))
      throw usage(`must be a ws, wss, http or https URL, not "${text}"`);
    return url;
  },
};
