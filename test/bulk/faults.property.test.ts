/**
 * Journaled work over real sockets against a service that fails in every way: each item is created exactly
 * once, or is unknown.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Clock } from "../../src/cli/bulk/congestion-control.ts";
import { Journal } from "../../src/cli/bulk/journal.ts";
import { type BulkReport, runBulk } from "../../src/cli/bulk/run-bulk.ts";
import { Client } from "../../src/client/client.ts";
import { createUndiciTransport } from "../../src/client/undici.ts";
import { Failure } from "../../src/lib/failure.ts";
import { Disk, mortal } from "../support/crash.ts";
import { type Faulty, startFaulty } from "../support/faulty.ts";
import { type Random, randomOf } from "../support/random.ts";

let service: Faulty;
const transport = createUndiciTransport({ connections: 8, env: {}, timeout_ms: 5000 });
beforeAll(async () => {
  service = await startFaulty();
});
afterAll(async () => {
  await transport.close();
  await service.close();
});

const items = Array.from({ length: 6 }, (_, index) => ({ key: `item ${index}`, sha256: String(index) }));
type Report = BulkReport<(typeof items)[number]>;

const clock: Clock = { now: () => 0, random: () => 0, sleep: async () => undefined };

/**
 * How a process ends before its work is done: killed after this many steps, or interrupted at this many
 * requests.
 */
interface End {
  readonly kind: "killed" | "interrupted";
  readonly after: number;
}

interface World {
  /** Distinguishes its calls from those of earlier worlds, which may still arrive. */
  readonly name: string;
  readonly random: Random;
  readonly disk: Disk;
  readonly concurrency: number;
}

/** One process. Returns its report, or undefined if it was killed. */
async function live({ name, random, disk, concurrency }: World, end?: End): Promise<Report | undefined> {
  const life = mortal(random, end?.kind === "killed" ? end.after : Number.POSITIVE_INFINITY);
  const interrupt = new AbortController();
  let requests = 0;
  service.onRequest = () => {
    if (end?.kind === "interrupted" && ++requests === end.after)
      interrupt.abort(new Failure("interrupted", "interrupted"));
  };
  const client = new Client({
    base_url: service.url,
    api_key: "k",
    transport,
    timeout_ms: 60_000,
    retries: 0,
    paced: true,
    show_secrets: false,
    signal: interrupt.signal,
    user_agent: "test",
  });
  const journal = new Journal({
    file: "journal",
    handle: disk.handle(life),
    state: disk.recover(random),
    now: () => 0,
  });
  const work = runBulk({
    items,
    concurrency,
    clock,
    signal: interrupt.signal,
    journal: () => journal,
    async send({ key }) {
      await life.step();
      const { call_id } = await client.call("evaluate", {
        body: {
          agent_id: "1",
          start_time_utc: "2026-11-01T12:00:00Z",
          participants: [],
          trace_id: `${name} ${key}`,
        },
      });
      await life.step();
      return { id: call_id };
    },
  });
  return Promise.race([work, life.death.then(() => undefined)]);
}

const ends = fc.array(
  fc.record({
    kind: fc.constantFrom<End["kind"]>("killed", "interrupted"),
    after: fc.integer({ min: 1, max: 12 }),
  }),
  { minLength: 1, maxLength: 4 },
);

test("however the service fails and runs end, each item is made once or reported unknown", async () => {
  let worlds = 0;
  let runs = 0;
  let cut = 0;
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 6 }), ends, async (seed, concurrency, early) => {
      service.seed(seed);
      const name = `world ${++worlds}`;
      const world = { name, random: randomOf(seed), concurrency, disk: new Disk() };
      for (const end of early) {
        runs++;
        const report = await live(world, end);
        if (!report || report.stopped) cut++;
      }
      let report: Report | undefined;
      do {
        runs++;
        report = await live(world);
      } while (report?.results.some(({ outcome }) => outcome === "failed"));
      // Requests of a dead process may still arrive.
      await service.settled();
      expect(report?.results).toHaveLength(items.length);
      for (const { item, outcome, id } of report?.results ?? []) {
        const made = service.made.get(`${name} ${item.key}`) ?? 0;
        if (outcome === "unknown") expect(made).toBeLessThanOrEqual(1);
        else
          expect({ outcome, made, id }).toEqual({
            outcome: expect.stringMatching(/^(done|skipped)$/),
            made: 1,
            id: `id of ${name} ${item.key}`,
          });
      }
    }),
    { numRuns: 1000 },
  );
  // Without real crashes and every kind of fault, this test would show nothing.
  expect(runs).toBeGreaterThan(3000);
  expect(cut).toBeGreaterThan(1000);
  for (const times of service.did.values()) expect(times).toBeGreaterThan(200);
  expect(service.did.size).toBe(8);
}, 300_000);
