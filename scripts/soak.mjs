/**
 * `npm run soak -- [--load-minutes n] [--minutes n]`: two hours of a team's load, as fast as it goes, on a service with a
 * data folder, and what the service uses meanwhile. Ends with 1 if something grows that must not.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { minute, seedFor, startAgent } from "./soak/load.mjs";
import { startService } from "./soak/service.mjs";

/** How much may be left after the load: MB per 10,000 operations after a third of it, descriptors, MB. */
const LIMITS = { heap_slope: 4, rss_slope: 24, descriptors: 8, wal: 32 };
const IDLE_MS = 8000;

const { values } = parseArgs({
  options: {
    "load-minutes": { type: "string", default: "120" },
    minutes: { type: "string", default: "15" },
  },
});
const wanted = Number(values["load-minutes"]);
const ends_at = performance.now() + Number(values.minutes) * 60_000;

const folder = mkdtempSync(join(tmpdir(), "parley-soak-"));
const agent = await startAgent();
writeFileSync(join(folder, "seed.json"), JSON.stringify(seedFor(agent.url)));
const service = await startService(folder, join(folder, "seed.json"));
agent.service_url = service.url;
try {
  process.exitCode = await soak();
} finally {
  service.kill();
  agent.close();
  rmSync(folder, { recursive: true, force: true });
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
    heap_slope: slope(warm, "heap"),
    rss_slope: slope(warm, "rss"),
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
  let code = 0;
  for (const [name, limit] of Object.entries(LIMITS)) {
    const good = found[name] <= limit;
    if (!good) code = 1;
    console.log(`${good ? "ok   " : "FAULT"} ${name} ${found[name].toFixed(2)}, at most ${limit}`);
  }
  const ended = await service.stop();
  if (ended !== 0 || service.errors() !== "") {
    console.log(`FAULT the service ended with ${ended}: ${service.errors()}`);
    code = 1;
  }
  return code;
}

/** Least squares: MB per 10,000 operations. */
function slope(looks, name) {
  const mean = (of) => looks.reduce((sum, look) => sum + of(look), 0) / looks.length;
  const x = mean(({ operations }) => operations);
  const y = mean((look) => look[name]);
  const over = mean((look) => (look.operations - x) * (look[name] - y));
  const under = mean(({ operations }) => (operations - x) ** 2);
  return under === 0 ? 0 : (over / under) * 10_000;
}
