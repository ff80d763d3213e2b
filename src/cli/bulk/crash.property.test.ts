import fc from "fast-check";
import { expect, test } from "vitest";
import { Disk, mortal } from "../../../test/support/crash.ts";
import { type Random, randomOf } from "../../../test/support/random.ts";
import { Failure } from "../../lib/failure.ts";
import type { Clock } from "./congestion-control.ts";
import { Journal } from "./journal.ts";
import type { BulkResult } from "./outcome.ts";
import { runBulk } from "./run-bulk.ts";

/** A service that counts what it created. It outlives its client. */
class Service {
  readonly made = new Map<string, number>();
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  async create(key: string): Promise<string> {
    for (let turns = Math.floor(this.#random() * 4); turns > 0; turns--) await Promise.resolve();
    const chance = this.#random();
    if (chance < 0.1) throw new Failure("failed", "busy", { status: 429, retry_after_ms: 0 });
    if (chance < 0.2) throw new Failure("failed", "broke", { status: 500 });
    if (chance < 0.25) throw new Failure("network", "lost on the way there", { unknown: true });
    this.made.set(key, (this.made.get(key) ?? 0) + 1);
    if (chance < 0.3) throw new Failure("network", "lost on the way back", { unknown: true });
    return `id of ${key}`;
  }
}

const items = Array.from({ length: 6 }, (_, index) => ({ key: `item ${index}`, sha256: String(index) }));

interface World {
  readonly random: Random;
  readonly disk: Disk;
  readonly service: Service;
  readonly concurrency: number;
  readonly ahead: number;
}

/** One process. Returns its results, or undefined if it crashed. */
async function live({ random, disk, service, concurrency, ahead }: World, steps: number) {
  const life = mortal(random, steps);
  const journal = new Journal({
    file: "journal",
    handle: disk.handle(life),
    state: disk.recover(random),
    now: () => 0,
  });
  const clock: Clock = { now: () => 0, random: () => 0, sleep: async () => undefined };
  let results: readonly BulkResult<(typeof items)[number]>[] | undefined;
  void runBulk({
    items,
    concurrency,
    ahead,
    clock,
    signal: new AbortController().signal,
    journal: () => journal,
    async send({ key }) {
      await life.step();
      const id = await service.create(key);
      await life.step();
      return { id };
    },
  }).then((report) => {
    results = report.results;
  });
  // Everything here uses microtasks. When a macrotask runs, they are all done, except those of dead
  // processes.
  await new Promise((resolve) => setImmediate(resolve));
  expect(results !== undefined || life.isDead).toBe(true);
  return results;
}

test("however often and wherever runs die, each item is made once, or reported unknown", async () => {
  let crashes = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 0, max: 6 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 6 }),
      async (seed, concurrency, ahead, deaths) => {
        const random = randomOf(seed);
        const world = { random, concurrency, ahead, disk: new Disk(), service: new Service(random) };
        for (const steps of deaths) if (!(await live(world, steps))) crashes++;
        let results = await live(world, Number.POSITIVE_INFINITY);
        while (results?.some(({ outcome }) => outcome === "failed"))
          results = await live(world, Number.POSITIVE_INFINITY);
        expect(results).toHaveLength(items.length);
        for (const { item, outcome } of results ?? []) {
          const made = world.service.made.get(item.key) ?? 0;
          if (outcome === "unknown") expect(made).toBeLessThanOrEqual(1);
          else
            expect({ outcome, made }).toEqual({
              outcome: expect.stringMatching(/^(done|skipped)$/),
              made: 1,
            });
        }
      },
    ),
    { numRuns: 2000 },
  );
  // The crashes are real. Without them, this test would show nothing.
  expect(crashes).toBeGreaterThan(1000);
});
