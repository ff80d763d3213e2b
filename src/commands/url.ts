import { usage } from "../failure.ts";
import type { Parser } from "./parsers.ts";

export const httpUrl: Parser<URL> = {
  parse(text) {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol !== "http:" && url?.protocol !== "https:")
      throw usage(`must be an http or https URL, not "${text}"`);
    return url;
  },
};

export const webSocketUrl: Parser<URL> = {
  parse(text) {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol !== "ws:" && url?.protocol !== "wss:")
      throw usage(`must be a ws or wss URL, not "${text}"`);
    return url;
  },
};
