/** The program itself, killed again and again during its work, with a service that sometimes fails. */
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { type Faulty, startFaulty } from "../support/faulty.ts";
import { randomOf } from "../support/random.ts";

let service: Faulty;
const parley = useCli({ url: () => service.url });
beforeAll(async () => {
  service = await startFaulty({ share_of_faults: 0.3 });
});
afterAll(() => service.close());

const CALLS = 30;
const KILLS = 4;
const WAV = readFileSync(resolve(import.meta.dirname, "../../fixtures/recordings/booking.wav"));

/** A manifest of calls in the folder, each with the recording, and trace ids of their own. */
function manifestIn(folder: string): string {
  writeFileSync(join(folder, "call.wav"), WAV);
  const evaluations = Array.from({ length: CALLS }, (_, i) => ({
    trace_id: `${basename(folder)}-${i}`,
    start_time_utc: "2026-11-01T12:00:00Z",
    recording_file: "call.wav",
  }));
  const manifest = join(folder, "calls.json");
  writeFileSync(
    manifest,
    JSON.stringify({ kind: "Evaluations", defaults: { agent_id: "101" }, evaluations }),
  );
  return manifest;
}

interface Reported {
  readonly line: number;
  readonly outcome: string;
  readonly id: string | null;
}

test.each([1, 2, 3, 4, 5, 6])(
  "world %i: finished items were created once, and missing ones are created",
  async (world) => {
    const random = randomOf(world);
    service.seed(world);
    const folder = mkdtempSync(join(parley.home, "world-"));
    const manifest = manifestIn(folder);
    const args = ["evaluate", manifest, "--concurrency", "4", "--json", "--quiet"];
    for (let kill = 0; kill < KILLS; kill++) {
      let left = 1 + Math.floor(random() * 8);
      const child = parley.start(args);
      service.onRequest = () => {
        if (--left === 0) child.kill("SIGKILL");
      };
      await once(child, "close");
    }
    service.onRequest = undefined;
    let ran = await parley(args);
    for (let again = 0; again < 20 && ran.json.summary.failed > 0; again++) ran = await parley(args);
    await service.settled();

    const items: Reported[] = ran.json.items;
    expect(items).toHaveLength(CALLS);
    const counts = items.map((item, i) => ({
      ...item,
      made: service.made.get(`${basename(folder)}-${i}`) ?? 0,
    }));
    expect(counts.filter(({ outcome, made }) => outcome !== "unknown" && made !== 1)).toEqual([]);
    expect(counts.filter(({ made }) => made > 1)).toEqual([]);
    expect(ran.json.summary.failed + ran.json.summary.not_sent).toBe(0);
    // Most of the work is known to be done. Unknown items were in flight at a kill or a fault.
    expect(ran.json.summary.skipped + ran.json.summary.done).toBeGreaterThan(CALLS / 3);
  },
  120_000,
);
