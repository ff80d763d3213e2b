// Runs honest and hostile load side by side for some minutes, while another process watches /healthz.
import { fork } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { tellAnswered } from "./answered.mjs";
import { HOSTILE_KEY, HOSTILE_VOICE, hostileRound } from "./hostile.mjs";
import { KEY, minute, VOICE } from "./load.mjs";
import { call, startVoice } from "./voice.mjs";

/**
 * What is held, at most: milliseconds for which the main thread works without letting others in, as 99.9% of all moments
 * see it; milliseconds that /healthz takes above a bare server; MB in use after a collection; MB by which that grows from the
 * second third of the time to the last; milliseconds by which a frame of a team's call is late.
 */
export const ENDURANCE = {
  held_p999: 50,
  healthz_p999: 50,
  heap: 150,
  heap_growth: 20,
  call_late: 10,
  restarts: 0,
  unanswered: 0,
};
/**
 * If the p99.9 of the bare server is above this, the machine is too busy to conclude anything from /healthz:
 * a working process then waits longer for a processor than one that does nothing but answer.
 */
const BUSY_MS = 10;
const LOOK_MS = 15_000;
/** In a short run, looks are closer together: each may see calls in progress, and the median of one is that one. */
const FEWEST_LOOKS = 12;
/** The pause between two rounds, because stored calls would fill the disk. */
const PAUSE_MS = 5000;

/** Calls at a time to an agent that floods its line. */
const HOSTILE_CALLS = 5;

/** Returns what is held against `ENDURANCE`. */
export async function endure(service, folder, minutes) {
  await service.look();
  const bare = fork(join(import.meta.dirname, "bare.mjs"));
  const [bare_url] = await once(bare, "message");
  const health = fork(join(import.meta.dirname, "health.mjs"), [service.url, bare_url]);
  // The processes that load the service must not take the processor from it, nor from those that measure it.
  setPriority(10);
  const ends_at = performance.now() + minutes * 60_000;
  const look_ms = Math.min(LOOK_MS, (minutes * 60_000) / FEWEST_LOOKS);
  const isOver = () => performance.now() > ends_at || service.hasEnded();
  const looks = [];
  const frames = [];
  const desk = await startVoice("../../fixtures/agents/voice-agent.mjs", ["--port", "0"]);
  const loud = await startVoice("loud-agent.mjs");
  const done = { operations: 0, hostile: 0, hostile_calls: 0 };
  await Promise.all([
    (async () => {
      for (let number = 0; !isOver(); number++) {
        done.operations += await minute(service.url, number, folder, { bulk: number % 10 === 5 });
        await sleep(1000);
      }
    })(),
    (async () => {
      for (let round = 0; !isOver(); round++) {
        done.hostile += await hostileRound(service.url, round);
        await sleep(PAUSE_MS);
      }
    })(),
    (async () => {
      const to = { simulation_id: VOICE, websocket_url: desk.websocket_url };
      while (!isOver()) {
        const found = await call(service.url, KEY, to, isOver);
        if (found) frames.push(found);
      }
    })(),
    ...Array.from({ length: HOSTILE_CALLS }, async () => {
      const to = { simulation_id: HOSTILE_VOICE, websocket_url: loud.websocket_url };
      for (; !isOver(); done.hostile_calls++) await call(service.url, HOSTILE_KEY, to, isOver);
    }),
    (async () => {
      while (!isOver()) {
        await sleep(look_ms);
        if (isOver()) return;
        // The garbage collection that a measurement requests is not the service's own.
        health.send("pause");
        await sleep(100);
        looks.push(await service.look());
        health.send("resume");
      }
    })(),
  ]);
  health.send("tell");
  const [[times, idle]] = await once(health, "message");
  health.kill();
  desk.close();
  loud.close();
  bare.kill();
  const third = Math.ceil(looks.length / 3);
  const last = looks.at(-1);
  console.log(`${minutes} minutes, ${done.operations} honest and ${done.hostile} hostile requests`);
  tellAnswered({ times, idle, held: last?.held });
  const late = (which) => Math.max(0, ...frames.map((found) => found[which]));
  console.log(
    `calls        ${frames.length} of the team beside ${done.hostile_calls} hostile ones; frames late by at most ${late("late_p50_ms")} ms (p50), ${late("late_p99_ms")} ms (p99), ${late("late_max_ms")} ms`,
  );
  console.log(`heap         ${looks.map(({ heap }) => heap.toFixed(0)).join(" ")} MB after a collection`);
  console.log(`rss          ${looks.map(({ rss }) => rss.toFixed(0)).join(" ")} MB`);
  console.log(`store        ${last?.store.toFixed(0)} MB, its log ${last?.wal.toFixed(0)} MB`);
  return {
    held_p999: last?.held.p999 ?? Number.POSITIVE_INFINITY,
    // Null: the machine is too busy to tell.
    healthz_p999: idle.p999 > BUSY_MS ? null : times.p999 - idle.p999,
    heap: Math.max(0, ...looks.map(({ heap }) => heap)),
    heap_growth: middleOf(looks.slice(-third)) - middleOf(looks.slice(third, 2 * third)),
    // Without a call there is nothing to tell.
    call_late: idle.p999 > BUSY_MS || frames.length === 0 ? null : late("late_max_ms"),
    restarts: service.hasEnded() ? 1 : 0,
    unanswered: times.failed,
  };
}

/** The median, because a measurement includes calls that are in progress. */
function middleOf(looks) {
  const heaps = looks.map(({ heap }) => heap).sort((a, b) => a - b);
  return heaps[Math.floor(heaps.length / 2)] ?? 0;
}
