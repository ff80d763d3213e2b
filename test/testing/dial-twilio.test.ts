/** `parley test` with an agent that calls out by Twilio's own client, which nobody here wrote. */
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { installApart } from "../support/install-apart.ts";
import { AGENTS, freePort, useFolder } from "../support/testing.ts";

const parley = useCli();
const files = useFolder();
const DIALLER = join(import.meta.dirname, "../support/twilio-dialler.mjs");

/** A test of an agent with Twilio's client, and what the agent was told. Undefined if the registry is out of reach. */
async function dials(phone_number: string, ...flags: readonly string[]) {
  const installed = await installApart(["twilio@5"]);
  if (installed === undefined) return undefined;
  copyFileSync(DIALLER, join(installed, "dialler.mjs"));
  const port = await freePort();
  const file = join(installed, "told.json");
  const agent = `node ${join(AGENTS, "twilio-voice-agent.mjs")} --port ${port}`;
  const dialler = `node ${join(installed, "dialler.mjs")} http://127.0.0.1:${port}/voice ${file} ${flags.join(" ")}`;
  const ana = {
    name: "Ana",
    phone_number,
    turns: [{ say: "Tuesday, please.", expect: ['says "ten thirty"', "calls find_slot"] }],
  };
  const cwd = files.write({ command: `${agent} & exec ${dialler}`, dial: "twilio" }, [ana]);
  const { code, stdout } = await parley(["test"], { cwd });
  return { code, stdout, told: JSON.parse(readFileSync(file, "utf8")) };
}

test("Twilio's client calls each caller, is told how the call goes, and accepts every signature", async ({
  skip,
}) => {
  const dialled = await dials("+14155550177");
  if (!dialled) return skip("the registry cannot be reached");
  const { code, stdout, told } = dialled;
  expect(stdout).toContain(" 1 passed");
  expect(code).toBe(0);
  expect(told).toMatchObject({
    statuses: ["initiated", "ringing", "in-progress", "completed"],
    seen: ["queued", "in-progress", "completed"],
    wrong: { status: 400, code: 21_214, message: expect.stringMatching(/the caller has \+14155550177/) },
    again: { status: 400, code: 21_214, message: expect.stringMatching(/creates one call/) },
    asked: { To: "+14155550177", From: "+14155550100", Direction: "outbound-api", CallStatus: "in-progress" },
    listed: [told.sid],
  });
  expect(told.asked.CallSid).toBe(told.sid);
  expect(told.signatures).toEqual([true, true, true, true, true]);
});

test("Twilio's client hangs up before anybody has spoken, which fails no expectation", async ({ skip }) => {
  const dialled = await dials("+14155550177", "hangs-up");
  if (!dialled) return skip("the registry cannot be reached");
  const { code, stdout, told } = dialled;
  expect(stdout).toMatch(/! Ana: the agent hung up /);
  expect(code).toBe(7);
  expect(["completed", "canceled"]).toContain(told.seen.at(-1));
});
