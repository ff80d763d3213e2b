/** `parley test` is killed at six moments of a run with an agent that it has a connection to, by text and by voice. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { processesWith } from "../support/leftovers.ts";
import { AGENTS, freePort, useFolder } from "../support/testing.ts";

const parley = useCli();
const files = useFolder();
const SUPPORT = join(import.meta.dirname, "../support");
const SIGNALS = ["SIGKILL", "SIGTERM", "SIGINT"] as const;

const tools = ["lookup_order", "issue_refund"].map((name) => ({ name, parameters: { type: "object" } }));
const tool_outputs = tools.map(({ name: tool }) => ({ tool, output: { ok: true } }));

/** The agent for a call by text, or by voice, on a port of its own. */
const WAYS = {
  LiveKit: (isVoice: boolean) => ({
    command: `node ${join(SUPPORT, isVoice ? "livekit-voice.mjs" : "livekit-console.mjs")} well`,
    livekit: "console",
  }),
  Pipecat: (isVoice: boolean, port: number) => ({
    command: `node ${isVoice ? join(SUPPORT, "pipecat-voice.mjs") : join(AGENTS, "pipecat-bot.mjs")} well`,
    pipecat: `ws://127.0.0.1:${port}/`,
  }),
  "a realtime model": (isVoice: boolean, port: number) => ({
    command: `node ${isVoice ? join(SUPPORT, "realtime-voice.mjs") : join(AGENTS, "realtime-model.mjs")} well`,
    tools,
    realtime: { url: `ws://127.0.0.1:${port}/v1/realtime?model=desk-1`, tool_outputs },
  }),
  ElevenLabs: (_: boolean, port: number) => ({
    command: `node ${join(AGENTS, "elevenlabs-agent.mjs")} well`,
    tools,
    elevenlabs: { url: `ws://127.0.0.1:${port}/v1/convai/conversation?agent_id=agent_desk`, tool_outputs },
  }),
};

describe.each(Object.entries(WAYS))("with an agent of %s", (_, agentFor) => {
  test("six kills leave no process", { timeout: 300_000 }, async () => {
    for (let time = 0; time < 6; time++) {
      const mark = `parley-mark-${randomUUID()}`;
      const isVoice = time % 2 === 0;
      const port = await freePort();
      const agent = {
        ...agentFor(isVoice, port),
        ...(isVoice && { voice: true }),
        env: { AGENT_PORT: String(port) },
      };
      // All that it starts has the mark, too.
      const run = parley.start(["test", "--repeat", isVoice ? "100" : "1000"], {
        cwd: files.write(agent),
        env: { MARK: mark },
      });
      const ended = once(run, "exit");
      await expect.poll(() => processesWith(mark).length, { timeout: 30_000 }).toBeGreaterThan(1);
      await sleep((time + Math.random()) * 700);
      expect(run.exitCode, `${time}: it was over`).toBeNull();
      const signal = SIGNALS[time % SIGNALS.length];
      run.kill(signal);
      await ended;
      await expect
        .poll(() => processesWith(mark), { timeout: 15_000, message: `${signal}, ${time}` })
        .toEqual([]);
    }
  });
});
