/** Machines that answer the calls of agents with a voice, in real time. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { machineForm } from "../../src/cli/manifest/machines.ts";
import { LINE_CHANNELS, SAMPLE_RATE, samplesOf } from "../../src/engine/voice/pcm.ts";
import { useCli } from "../support/cli.ts";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";
import { freePort, useFolder } from "../support/testing.ts";
import { callAll, useVoiceAgents } from "../support/voice-agent.ts";

const parley = useCli();
const files = useFolder();
const { acme } = useService();
const agents = useVoiceAgents();

const AGENT = join(import.meta.dirname, "../support/machine-caller.mjs");

type Way = "websocket" | "twilio" | "plivo" | "dial" | `dial ${keyof typeof STREAMS}`;

const DIALLER = join(import.meta.dirname, "../support/carrier-dialler.mjs");
/** How the agent streams to whom it calls by the API of a company. */
const STREAMS = { telnyx: "twilio", "call-control": "twilio", plivo: "plivo" } as const;

/** What the agent does, step by step; see its file. */
type Steps = readonly object[];

/** Lets an agent meet a machine. */
async function meets(machine: object, steps: Steps, way: Way = "websocket") {
  const port = await freePort();
  const told = `'${JSON.stringify(steps)}'`;
  const command = `node ${AGENT} ${way} ${told}`;
  const [, company] = way.split(" ") as [string, keyof typeof STREAMS | undefined];
  const calls =
    company &&
    `AGENT_PORT=${port} node ${AGENT} ${STREAMS[company]} ${told} & exec node ${DIALLER} ${company} ws://127.0.0.1:${port}/`;
  const agent = calls
    ? { command: calls, dial: company === "call-control" ? "telnyx" : company }
    : way === "dial"
      ? { command, dial: true }
      : { command, env: { AGENT_PORT: String(port) }, [way]: `ws://127.0.0.1:${port}/` };
  const cwd = files.write(agent, [{ name: "Machine", silence_timeout: 15, ...machine }]);
  const { code, json, stderr } = await parley(["test", "--json"], { cwd });
  expect(json?.files, stderr).toBeDefined();
  const [{ outcome, reason, transcript, end_reason }] = json.files[0].callers;
  const said = (transcript as { role: string; message: string }[]).map(
    ({ role, message }) => `${role} ${message}`,
  );
  return { code, outcome, reason, end_reason, said, cwd };
}

const GREETING = "You have reached Dana. Speak after the beep.";
/** Long enough to talk over, however busy the computer is. */
const LONG_GREETING =
  "You have reached the voicemail of Dana at Acme. I am out of the office today, but I listen to every message. Speak after the beep.";
const wants = (message: unknown, greeting = GREETING) => ({ voicemail: { greeting, message } });
const HANG_UP = { voicemail: { greeting: GREETING, hangs_up: true } };
const MESSAGE = "Please call us back.";

describe.concurrent("a voicemail", { timeout: 180_000 }, () => {
  test("records what is said after the beep, which is a tone on its side of the recording", async () => {
    const { outcome, said, cwd, code } = await meets(wants(["call us back"]), [
      { wait: "beep" },
      { wait: 300 },
      { say: MESSAGE },
      { hang_up: true },
    ]);
    expect({ outcome, said, code }).toEqual({
      outcome: "passed",
      said: [`USER ${GREETING}`, "USER [beep]", `AGENT ${MESSAGE}`],
      code: 0,
    });
    const { caller, agent } = recordingIn(cwd);
    const [beep, ...others] = tonesIn(caller, 1000);
    expect(others).toEqual([]);
    expect(beep?.ms).toBeGreaterThan(450);
    expect(beep?.ms).toBeLessThan(550);
    // After the greeting, and before the message.
    expect(beep?.from_ms).toBeGreaterThan(2000);
    expect(soundIn(agent)).toBeGreaterThan((beep?.from_ms ?? 0) + 500);
    expect(tonesIn(agent, 1000)).toEqual([]);
  });

  test("ends the recording with another tone once the agent has been silent", async () => {
    const { outcome, said, cwd, end_reason } = await meets(wants(true), [
      { wait: "completed" },
      { say: "Hello." },
    ]);
    expect(outcome).toBe("passed");
    expect(said).toEqual([`USER ${GREETING}`, "USER [beep]", "AGENT Hello.", "USER [end of recording]"]);
    expect(end_reason).toBe("hangup_phrase");
    const { caller } = recordingIn(cwd);
    expect(tonesIn(caller, 400).map(({ ms }) => Math.round(ms / 100))).toEqual([2, 2]);
  });

  test.each<[string, typeof HANG_UP | ReturnType<typeof wants>, Steps, string, readonly string[]]>([
    [
      "a message before the beep does not count",
      wants(["call us back"], LONG_GREETING),
      [{ wait: 700 }, { say: MESSAGE }, { wait: "beep" }, { wait: 300 }, { hang_up: true }],
      "failed",
      [`AGENT ${MESSAGE}`, "USER [beep]"],
    ],
    [
      "nor does one after it that lacks the words",
      wants(["call us back"], LONG_GREETING),
      [{ wait: 700 }, { say: MESSAGE }, { wait: "beep" }, { wait: 300 }, { say: "Bye." }, { hang_up: true }],
      "failed",
      [`AGENT ${MESSAGE}`, "USER [beep]", "AGENT Bye."],
    ],
    [
      "an agent that leaves none hangs up at the beep",
      wants(true),
      [{ wait: "beep" }, { hang_up: true }],
      "failed",
      ["USER [beep]"],
    ],
    [
      "an agent that must hang up does so at once",
      HANG_UP,
      [{ wait: 1500 }, { hang_up: true }],
      "passed",
      [],
    ],
    ["or at the beep", HANG_UP, [{ wait: "beep" }, { hang_up: true }], "passed", ["USER [beep]"]],
    [
      "or leaves a message",
      HANG_UP,
      [{ wait: "beep" }, { say: MESSAGE }, { hang_up: true }],
      "failed",
      ["USER [beep]", `AGENT ${MESSAGE}`],
    ],
  ])("%s", async (_, machine, steps, outcome, said) => {
    const met = await meets(machine, steps);
    expect(met).toMatchObject({ outcome, said: [`USER ${machine.voicemail.greeting}`, ...said] });
    expect(met.end_reason).toBe("hung_up_by_agent");
  });

  test.each<[string, object, Steps]>([
    [
      "a message over the beep",
      wants(["call us back"]),
      [{ wait: "voice" }, { wait: 1200 }, { say: `${MESSAGE} ${MESSAGE}` }, { hang_up: true }],
    ],
    [
      "words over the beep of an agent that must hang up",
      HANG_UP,
      [{ wait: "voice" }, { wait: 1200 }, { say: `${MESSAGE} ${MESSAGE}` }, { hang_up: true }],
    ],
  ])("%s decides nothing", async (_, machine, steps) => {
    const { outcome, reason, code } = await meets(machine, steps);
    expect(reason).toContain(
      "the agent spoke over the beep, and which of its words were recorded is not known",
    );
    expect(outcome).toBe("not_evaluated");
    expect(code).not.toBe(0);
  });

  test("an agent that never speaks and never hangs up is named, and nothing failed", async () => {
    const { outcome, reason } = await meets(HANG_UP, []);
    expect({ outcome, reason }).toEqual({ outcome: "agent_failed", reason: "the agent never spoke" });
  });
});

const MENU = "Thank you for calling Acme. For sales, press 1. For support, press 2.";
const SUPPORT = "Support, this is Dana.";
const IVR = {
  ivr: {
    greeting: MENU,
    options: [
      { key: "1", words: ["sales"], say: "Sales is closed." },
      { key: "2", words: ["support"], transfer: SUPPORT },
    ],
    repeats: 1,
    reaches: "support",
  },
};

describe.concurrent("a menu", { timeout: 180_000 }, () => {
  test.each<[string, Way, Steps, readonly string[]]>([
    ["a tone over the menu", "websocket", [{ wait: "voice" }, { tones: "2" }], ["AGENT [2]"]],
    ["an event after it", "websocket", [{ wait: "completed" }, { events: "2" }], ["AGENT [2]"]],
    [
      "the same key as event and tone",
      "websocket",
      [{ wait: "completed" }, { events: "2", tones: "2" }],
      ["AGENT [2]"],
    ],
    [
      "a word after it",
      "websocket",
      [{ wait: "completed" }, { say: "Support, please." }],
      ["AGENT Support, please."],
    ],
    [
      "a word over it",
      "websocket",
      [{ wait: "voice" }, { say: "Support, please." }],
      ["AGENT Support, please."],
    ],
    [
      "another choice first",
      "websocket",
      [{ wait: "completed" }, { tones: "1" }, { wait: "completed" }, { tones: "2" }],
      ["AGENT [1]", `USER Sales is closed. ${MENU}`, "AGENT [2]"],
    ],
    [
      "a tone with a gap, because its second half is late",
      "websocket",
      [{ wait: "completed" }, { tones: "2", late_ms: 80 }],
      ["AGENT [2]"],
    ],
    ["a tone of a process that dials in", "dial", [{ wait: "completed" }, { tones: "2" }], ["AGENT [2]"]],
    [
      "a tone of an agent that calls by Telnyx' API",
      "dial telnyx",
      [{ wait: "voice" }, { tones: "2" }],
      ["AGENT [2]"],
    ],
    [
      "a tone of an agent that calls by Telnyx' Call Control",
      "dial call-control",
      [{ wait: "voice" }, { tones: "2" }],
      ["AGENT [2]"],
    ],
    [
      "sendDTMF of an agent that calls by Plivo's API",
      "dial plivo",
      [{ wait: "voice" }, { events: "2" }],
      ["AGENT [2]"],
    ],
    ["a tone over Twilio's stream", "twilio", [{ wait: "voice" }, { tones: "2" }], ["AGENT [2]"]],
    ["sendDTMF over Plivo's stream", "plivo", [{ wait: "voice" }, { events: "2" }], ["AGENT [2]"]],
  ])("%s leads to the option", async (_, way, steps, said) => {
    const met = await meets(IVR, steps, way);
    expect(met).toMatchObject({ outcome: "passed", said: [`USER ${MENU}`, ...said, `USER ${SUPPORT}`] });
    expect(met.end_reason).toBe("hangup_phrase");
  });

  test("is repeated after keys that it does not have, and after silence, and then says goodbye", async () => {
    const { outcome, said } = await meets(IVR, [{ wait: "completed" }, { tones: "12" }]);
    expect(said).toEqual([
      `USER ${MENU}`,
      "AGENT [12]",
      `USER ${MENU}`,
      "USER We did not get a choice from you. Goodbye.",
    ]);
    expect(outcome).toBe("failed");
  });
});

const SUPPORT_FILES = join(import.meta.dirname, "../support");

/** An order desk of a framework, which answers what it hears. A patient one waits for a longer pause. */
const FRAMEWORKS = {
  livekit: (how: string) => ({
    command: `node ${SUPPORT_FILES}/livekit-voice.mjs ${how}`,
    livekit: "console",
  }),
  pipecat: (how: string, port: number) => ({
    command: `node ${SUPPORT_FILES}/pipecat-voice.mjs ${how}`,
    env: { AGENT_PORT: String(port) },
    pipecat: `ws://127.0.0.1:${port}/`,
  }),
  realtime: (how: string, port: number) => ({
    command: `node ${SUPPORT_FILES}/realtime-voice.mjs ${how}`,
    env: { AGENT_PORT: String(port) },
    tools: ["lookup_order", "issue_refund"].map((name) => ({ name, parameters: { type: "object" } })),
    realtime: {
      url: `ws://127.0.0.1:${port}/v1/realtime`,
      tool_outputs: ["lookup_order", "issue_refund"].map((tool) => ({ tool, output: { ok: true } })),
    },
  }),
};

describe.concurrent.each(["livekit", "pipecat", "realtime"] as const)("an agent of %s", (name) => {
  const greeting = "You have reached Dana, please speak after the beep.";
  const asks = "May I have your order number?";

  async function meet(how: string, machine: object) {
    const agent = { ...FRAMEWORKS[name](how, await freePort()), voice: true };
    const cwd = files.write(agent, [{ name: "Machine", silence_timeout: 15, ...machine }]);
    const { json, stderr } = await parley(["test", "--json"], { cwd });
    expect(json?.files, stderr).toBeDefined();
    const [{ transcript, verdicts }] = json.files[0].callers;
    const said = (transcript as { role: string; message: string }[]).map(
      ({ role, message }) => `${role} ${message}`,
    );
    const success = verdicts.find((verdict: { name: string }) => verdict.name === "Success criteria");
    return { said, success };
  }

  test("leaves a message after the beep", { timeout: 180_000 }, async () => {
    const { said, success } = await meet("patient", { voicemail: { greeting, message: ["order number"] } });
    expect(said).toContain("USER [beep]");
    expect(said.indexOf(`AGENT ${asks}`)).toBe(said.indexOf("USER [beep]") + 1);
    expect(success).toMatchObject({ status: "EVALUATED", value: true });
  });

  test("finds its way through a menu by words", { timeout: 180_000 }, async () => {
    const desk = { words: ["order number"], transfer: "One moment for the order desk." };
    const ivr = { greeting: "Hello, what is it about?", options: [desk], reaches: "order number" };
    const { said, success } = await meet("well", { ivr });
    expect(said.slice(-2)).toEqual([`AGENT ${asks}`, `USER ${desk.transfer}`]);
    expect(success).toMatchObject({ status: "EVALUATED", value: true });
  });
});

test("a service keeps such a call, and renders it again with the same tones", {
  timeout: 120_000,
}, async () => {
  const { agent_id } = await makeAgent(acme, { mode: "VOICE", type: "OUTBOUND" });
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  const published = machineForm({ ...HANG_UP, creativity: 0, background_noise: "office" })?.fields;
  await makeDigitalHuman(acme, { ...published }, [simulation_id]);
  const websocket_url = await agents.serve((socket) => setTimeout(() => socket.close(1000), 7000));
  const [result] = await callAll(acme, { simulation_id, websocket_url });
  expect(result).toMatchObject({ outcome: "passed", end_reason: "hung_up_by_agent" });
  const timeline: { text: string; about: string; cut: string | null }[] = result.call.timeline;
  expect(timeline.map(({ text, about, cut }) => [text, about, cut])).toEqual([
    [GREETING, "open", null],
    ["[beep]", "silence", null],
  ]);
  const replayed = await acme("GET", `/v1/replay-simulation-result/${result.id}`);
  expect(replayed.body.recording, JSON.stringify(replayed.body)).toMatchObject({ same: true });
});

interface Sides {
  readonly caller: Int16Array;
  readonly agent: Int16Array;
}

/** Both sides of the only call of a test. */
function recordingIn(cwd: string): Sides {
  const folder = join(cwd, ".parley/test/stores/1/recordings");
  const [name = ""] = readdirSync(folder);
  const samples = samplesOf(readFileSync(join(folder, name)).subarray(44));
  const side = (channel: number) => samples.filter((_, at) => at % 2 === channel);
  return { caller: side(LINE_CHANNELS.caller), agent: side(LINE_CHANNELS.agent) };
}

const PART = SAMPLE_RATE / 100;

/** Where nearly all of the sound is at a frequency, for at least 100 ms. */
function tonesIn(samples: Int16Array, hz: number): { readonly from_ms: number; readonly ms: number }[] {
  const found: { from_ms: number; ms: number }[] = [];
  for (let at = 0; at + PART <= samples.length; at += PART) {
    const part = samples.subarray(at, at + PART);
    const last = found.at(-1);
    const from_ms = (at / PART) * 10;
    if (!isTone(part, hz)) continue;
    if (last && last.from_ms + last.ms === from_ms) last.ms += 10;
    else found.push({ from_ms, ms: 10 });
  }
  return found.filter(({ ms }) => ms >= 100);
}

function isTone(samples: Int16Array, hz: number): boolean {
  let [real, imaginary, energy] = [0, 0, 0];
  samples.forEach((sample, at) => {
    real += sample * Math.cos((2 * Math.PI * hz * at) / SAMPLE_RATE);
    imaginary += sample * Math.sin((2 * Math.PI * hz * at) / SAMPLE_RATE);
    energy += sample * sample;
  });
  return (
    energy > samples.length * 500 ** 2 && (2 * (real ** 2 + imaginary ** 2)) / (samples.length * energy) > 0.8
  );
}

/** When the first sound is heard, in milliseconds. */
const soundIn = (samples: Int16Array): number =>
  (samples.findIndex((sample) => Math.abs(sample) > 1000) / SAMPLE_RATE) * 1000;
