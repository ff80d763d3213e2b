/** Agents that send more than a line can accept. Each message takes time from other calls. */
import { describe, expect, test } from "vitest";
import type { WebSocket } from "ws";
import { useService } from "../support/service.ts";
import { useVoiceAgents, useVoiceCalls } from "../support/voice-agent.ts";

const { acme } = useService();
const agents = useVoiceAgents();
const { call } = useVoiceCalls(acme);

describe.each<[string, (socket: WebSocket) => void]>([
  ["samples one by one", (socket) => socket.send(Buffer.alloc(2))],
  ["empty messages", (socket) => socket.send(Buffer.alloc(0))],
])("an agent that sends %s without end", (_, send) => {
  test.concurrent("ends the call with flooded, and never passes", async () => {
    const url = await agents.serve((socket) => {
      const flooding = setInterval(() => {
        for (let sent = 0; sent < 1000 && socket.bufferedAmount < 1e6; sent++) send(socket);
      }, 10);
      socket.on("close", () => clearInterval(flooding));
    });
    const result = await call(url);
    expect(result).toMatchObject({ end_reason: "flooded", outcome: "incompleted" });
    expect(result.outcome_reason).toContain("more than 10000 messages in a second");
  });
});
