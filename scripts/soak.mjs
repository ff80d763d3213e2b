/**
 * `npm run soak -- [--load-minutes n] [--minutes n]`: two hours of a team's load, as fast as it goes, on a service with a
 * folder of data, and what the service holds meanwhile. With `--hostile`, for so many minutes of the clock (default 30):
 * a team's load and calls beside everything that somebody hostile sends and says, how soon /healthz is answered meanwhile,
 * and how late the frames of the team's calls are. With `--worlds n`, for so many minutes (default 2): n conversations at
 * once with worlds that their agent calls. Ends with 1 where something grows that must not, an answer or a frame
 * comes late, or the machine is too busy to tell.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ENDURANCE, endure } from "./soak/endurance.mjs";
import { minute, seedFor, startAgent } from "./soak/load.mjs";
import { startService } from "./soak/service.mjs";
import { soakWorlds, WORLDS } from "./soak/worlds.mjs";

/** How much may remain after the load: MB per 10,000 operations after a third of it, descriptors, MB. */
const LIMITS = { heap_slope: 4, rss_slope: 24, descriptors: 8, wal: 32 };
const IDLE_MS = 8000;

const { values } = parseArgs({
  options: {
    "load-minutes": { type: "string", default: "120" },
    minutes: { type: "string" },
    hostile: { type: "boolean", default: false },
    worlds: { type: "string" },
  },
});
const { hostile, worlds } = values;
const minutes = Number(values.minutes ?? (worlds ? 2 : hostile ? 30 : 15));
const wanted = Number(values["load-minutes"]);
const ends_at = performance.now() + minutes * 60_000;

const folder = mkdtempSync(join(tmpdir(), "parley-soak-"));
const agent = await startAgent();
writeFileSync(join(folder, "seed.json"), JSON.stringify(seedFor(agent.url, { hostile })));
const service = await startService(folder, join(folder, "seed.json"));
agent.service_url = service.url;
try {
  const isGood = await run();
  process.exitCode = (await endedWell()) && isGood ? 0 : 1;
} finally {
  service.kill();
  agent.close();
  rmSync(folder, { recursive: true, force: true });
}

async function run() {
  if (worlds !== undefined) return isWithin(await soakWorlds(service, Number(worlds), minutes), WORLDS);
  return hostile
    ? isWithin(await endure(service, folder, minutes), ENDURANCE)
    : isWithin(await soak(), LIMITS);
}

async function soak() {
  const before = await service.look();
  const looks = [];
  let operations = 0;
  let done = 0;
  const began = performance.now();
  for (; done < wanted && performance.now() < ends_at; done++) {
    operations += await minute(service.url, done, folder, { bulk: done % 10 === 5 });
    if (done % 4 === 3) looks.push({ operations, ...(await service.look()) });
  }
  const seconds = (performance.now() - began) / 1000;
  await sleep(IDLE_MS);
  const after = await service.look();
  looks.push({ operations, ...after });
  const warm = looks.slice(Math.floor(looks.length / 3));
  const found = {
    heap_slope: 10_000 * slope(warm, "operations", "heap"),
    rss_slope: 10_000 * slope(warm, "operations", "rss"),
    descriptors: after.descriptors === undefined ? 0 : after.descriptors - before.descriptors,
    wal: Math.max(...looks.map(({ wal }) => wal)),
  };
  console.log(`${done} minutes of load (${operations} operations) in ${Math.round(seconds)} s`);
  for (const name of ["rss", "heap", "wal", "store"])
    console.log(
      `${name.padEnd(12)} ${before[name].toFixed(1)} MB before, ${after[name].toFixed(1)} MB after`,
    );
  console.log(
    `descriptors  ${before.descriptors} before, ${after.descriptors} after ${IDLE_MS / 1000} s without load`,
  );
  return found;
}

function isWithin(found, limits) {
  const faults = Object.entries(limits).filter(([name, limit]) => {
    if (found[name] === null) {
      console.log(`BUSY  ${name}: the machine is too busy to tell; at most ${limit} on a quiet one`);
      return true;
    }
    const good = found[name] <= limit;
    console.log(`${good ? "ok   " : "FAULT"} ${name} ${found[name].toFixed(2)}, at most ${limit}`);
    return !good;
  });
  return faults.length === 0;
}

async function endedWell() {
  const ended = await service.stop();
  if (ended === 0 && service.errors() === "") return true;
  console.log(`FAULT the service ended with ${ended}: ${service.errors()}`);
  return false;
}

/** Least squares: by how much `y` grows with each of `x`. */
function slope(looks, x, y) {
  const mean = (of) => looks.reduce((sum, look) => sum + of(look), 0) / looks.length;
  const [middle, level] = [mean((look) => look[x]), mean((look) => look[y])];
  const over = mean((look) => (look[x] - middle) * (look[y] - level));
  const under = mean((look) => (look[x] - middle) ** 2);
  return under === 0 || looks.length === 0 ? 0 : over / under;
}
