/** The promises about the line itself: twenty calls at once, and correct times. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { BOOKER, callAll, idleTimer, sendPaced, soundBytes, useVoiceAgents } from "../support/voice-agent.ts";

const service = useService();
const { acme } = service;
const agents = useVoiceAgents();

async function simulationOf(fields: Parameters<typeof makeDigitalHuman>[1], num_runs: number) {
  const { agent_id } = await makeAgent(acme, { mode: "VOICE" });
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  await makeDigitalHuman(acme, { ...BOOKER, num_runs, ...fields }, [simulation_id]);
  return simulation_id;
}

interface Said {
  readonly speaker: "AGENT" | "USER";
  readonly start_offset_ms: number;
  readonly end_offset_ms: number;
}

/** How long after the digital human the agent began, for each of its answers. */
const latenciesOf = (timeline: readonly Said[]): number[] =>
  timeline.flatMap(({ speaker, start_offset_ms }, at) => {
    const before = timeline[at - 1];
    return speaker === "AGENT" && before?.speaker === "USER" ? [start_offset_ms - before.end_offset_ms] : [];
  });

const medianOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Finds when the sound that an agent receives ended: its last 10 ms within 35 dB of the loudest. */
function listening() {
  const PART = 320;
  let loudest = 0;
  let ended_at = 0;
  return {
    hear(frame: Buffer): void {
      const arrived = performance.now();
      for (let from = 0; from + PART <= frame.length; from += PART) {
        let squares = 0;
        for (let at = from; at < from + PART; at += 2) squares += frame.readInt16LE(at) ** 2;
        loudest = Math.max(loudest, squares);
        if (squares > loudest / 10 ** 3.5) ended_at = arrived + (from + PART) / 32;
      }
    },
    ended: () => ended_at,
  };
}

test("twenty calls at once all reach their goal, and their frames leave on time", {
  timeout: 180_000,
}, async () => {
  const env = { PARLEY_BASE_URL: service.url(), PARLEY_API_KEY: ACME_KEY };
  const websocket_url = await agents.fixture([], env);
  const simulation_id = await simulationOf({ background_noise: "cafe", audio_quality: "medium" }, 20);
  const idle = idleTimer();
  const results = await callAll(acme, { simulation_id, websocket_url }, 5000);
  const idle_ms = await idle.p99_ms();
  expect(results.map(({ outcome }) => outcome)).toEqual(Array(20).fill("passed"));
  const p99 = results.map(({ call }) => call.frames.late_p99_ms).sort((a, b) => a - b);
  const sent = results.map(({ call }) => call.frames.sent * 20 - call.duration_ms);
  expect(sent).toEqual(Array(20).fill(0));
  const told = `frames: p99 ${p99[0]} to ${p99[19]} ms, median ${p99[10]}; an idle timer beside them: p99 ${idle_ms} ms`;
  expect(p99[10], told).toBeLessThanOrEqual(10);
});

test.each([300, 700, 1500])(
  "an agent that answers after %i ms is measured so, within 20 ms",
  async (wait) => {
    const found: number[] = [];
    const waited: number[] = [];
    const websocket_url = await agents.serve((socket) => {
      let turns = 0;
      const ear = listening();
      const speak = async () => {
        await sendPaced(socket, soundBytes(300));
        socket.send(
          JSON.stringify({ type: "speech.completed", data: { text: "Which day would you like?" } }),
        );
      };
      socket.on("message", async (data, isBinary) => {
        if (isBinary) return ear.hear(data as Buffer);
        if (JSON.parse(String(data)).type !== "speech.completed") return;
        if (++turns > 8) return socket.close(1000);
        const ended = ear.ended();
        await sleep(ended + wait - performance.now());
        // On a busy machine, a timer is late, and so is the agent.
        waited.push(performance.now() - ended);
        await speak();
      });
      void speak();
    });
    const simulation_id = await simulationOf({ voice_speed: "fastest" }, 6);
    for (const { call } of await callAll(acme, { simulation_id, websocket_url }))
      found.push(...latenciesOf(call.timeline));
    expect(found.length).toBeGreaterThan(6);
    // It is heard with the next frame, up to 20 ms after it arrived. The bound only has to allow for that.
    expect(Math.abs(medianOf(found) - medianOf(waited))).toBeLessThanOrEqual(20);
  },
);
