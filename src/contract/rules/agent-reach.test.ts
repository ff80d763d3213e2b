import { expect, test } from "vitest";
import { reachOf } from "./agent-reach.ts";

const http_webhook = "https://agent.example.com/turn";
const socket = { mode: "VOICE", connection_type: "WEBSOCKET" };

test.each([
  [{ mode: "TEXT", http_webhook }, "webhook", http_webhook],
  [{ ...socket, websocket_url: "wss://agent.example.com/" }, "websocket", "wss://agent.example.com/"],
  [{ ...socket, http_webhook, websocket_url: "ws://a.example/" }, "websocket", "ws://a.example/"],
  [
    { mode: null, connection_type: "WEBSOCKET", websocket_url: "ws://a.example/" },
    "websocket",
    "ws://a.example/",
  ],
  [{ ...socket, websocket_url: "https://a.example/voice" }, "telephone", "https://a.example/voice"],
])("%j is reached by %s", (agent, by, url) => {
  const reach = reachOf(agent);
  expect(reach.by).toBe(by);
  expect("url" in reach && reach.url.href).toBe(url);
});

test.each([
  [{ mode: "TEXT" }, "no http_webhook", ["http_webhook=<url>"]],
  [{ mode: "TEXT", http_webhook: "agent:" }, "not a valid URL", ["http_webhook=<url>"]],
  [{ mode: "VOICE", http_webhook }, "mode is VOICE", ["mode=TEXT"]],
  [{ mode: "VOICE" }, "no connection_type", ["connection_type=WEBSOCKET", "websocket_url=<url>"]],
  [
    { mode: "VOICE", connection_type: "PHONE" },
    "connection_type is PHONE",
    ["connection_type=WEBSOCKET", "websocket_url=<url>"],
  ],
  [
    { mode: "VOICE", connection_type: "RTC" },
    "`parley call <digital-human-id> --via livekit -- <command>` starts",
    ["connection_type=WEBSOCKET", "websocket_url=<url>"],
  ],
  [
    { mode: "VOICE", connection_type: "PIPECAT" },
    "`parley call <digital-human-id> --via pipecat --to <url>` calls",
    ["connection_type=WEBSOCKET", "websocket_url=<url>"],
  ],
  [socket, "no websocket_url", ["websocket_url=<url>"]],
  [{ ...socket, websocket_url: "ftp://a.example/" }, "not a valid URL", ["websocket_url=<url>"]],
])("%j is not reached, and it says what to set", (agent, why, set) => {
  expect(reachOf(agent)).toEqual({ by: null, why: expect.stringContaining(why), set });
});
