/** `parley call --recording` of a call that is hung up before it is over. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { useService } from "../support/service.ts";
import { saying, useVoiceAgents, useVoiceCalls } from "../support/voice-agent.ts";

const service = useService();
const parley = useCli(service);
const { caller } = useVoiceCalls(service.acme);
const agents = useVoiceAgents();

/** The words of a call that would last for minutes. */
const words = async (recording: string, ...more: string[]) => {
  const url = await agents.serve(saying(["Hello, what can I do for you?"], 120_000));
  return ["call", String(await caller()), "--to", url, "--recording", recording, ...more];
};

/** How many seconds a recording of 16 kHz stereo lasts. */
const secondsOf = (file: string) => (readFileSync(join(parley.home, file)).length - 44) / (2 * 2 * 16_000);

test("what was said until --max-wait is recorded", async () => {
  const { code, stderr } = await parley(await words("late.wav", "--max-wait", "4"));
  expect({ code, stderr }).toEqual({ code: 9, stderr: expect.stringContaining("not evaluated within 4 s") });
  expect(secondsOf("late.wav")).toBeGreaterThan(1);
});

test("what was said until Ctrl-C is recorded", async () => {
  const child = parley.start(await words("stopped.wav"));
  await once(child.stdout ?? child, "data");
  await sleep(1000);
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([130, null]);
  expect(secondsOf("stopped.wav")).toBeGreaterThan(1);
});
