import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import type { JobWorker, JobWorkers } from "../../src/service/jobs/jobs.ts";
import type { Service } from "../../src/service/service.ts";
import { workers } from "../../src/service/workers.ts";
import { useStore } from "../support/store.ts";

type Worker = JobWorker<"deliver_webhook", Service>;

const { service, clock } = await useStore();
const failures: unknown[] = [];
let stop = async () => {};
afterEach(async () => {
  await stop();
  stop = async () => {};
  failures.length = 0;
  await service.db.deleteFrom("job").execute();
});
afterAll(() => service.outbound.close());

const start = (run: Worker["run"], concurrency = 8) => {
  const doing: JobWorkers<Service> = { ...workers, deliver_webhook: { concurrency, run } };
  stop = service.jobs.start(service, doing, (error) => failures.push(error));
};
const add = (delivery_id: string, due_at?: Date) =>
  service.write((transaction) =>
    service.jobs.add(transaction, [
      { kind: "deliver_webhook", payload: { delivery_id }, ...(due_at && { due_at }) },
    ]),
  );
const waiting = () => service.db.selectFrom("job").selectAll().execute();
const later = (milliseconds: number) => new Date(clock.at.getTime() + milliseconds);

describe("jobs", () => {
  test("each is done once and removed, whether it was added before the start or after", async () => {
    const done: string[] = [];
    await add("before");
    start(async ({ delivery_id }) => {
      done.push(delivery_id);
      return {};
    });
    await add("after");
    await expect.poll(waiting).toEqual([]);
    expect(done.sort()).toEqual(["after", "before"]);
  });

  test("a change that fails adds none", async () => {
    const failing = service.write(async (transaction) => {
      await service.jobs.add(transaction, [{ kind: "deliver_webhook", payload: { delivery_id: "x" } }]);
      throw new Error("refused");
    });
    await expect(failing).rejects.toThrow("refused");
    expect(await waiting()).toEqual([]);
  });

  test("what a job changes and its removal are one transaction", async () => {
    start(async () => ({
      commit: async (transaction) => {
        await transaction.deleteFrom("webhook").execute();
        throw new Error("the store refused");
      },
    }));
    await add("kept");
    await expect.poll(() => failures).toHaveLength(1);
    expect(await waiting()).toHaveLength(1);
  });

  test("a job that another process has taken over commits nothing", async () => {
    const answer = { key: "late", answer: "{}", created_at: clock.at.toISOString() };
    start(async () => {
      await service.db.updateTable("job").set({ worker: 7 }).execute();
      return {
        commit: async (transaction) => {
          await transaction.insertInto("model_answer").values(answer).execute();
        },
      };
    });
    await add("slow");
    await expect.poll(() => failures).not.toEqual([]);
    expect(String(failures[0])).toMatch(/another process has taken over job deliver_webhook \d+/);
    expect(await waiting()).toHaveLength(1);
    expect(await service.db.selectFrom("model_answer").selectAll().execute()).toEqual([]);
  });

  test("a job that throws is reported and runs again later, with the number of the attempt", async () => {
    const attempts: number[] = [];
    start(async (_, __, { attempt }) => {
      attempts.push(attempt);
      throw new Error("a fault");
    });
    await add("x");
    await expect.poll(waiting).toMatchObject([{ attempts: 1 }]);
    expect(failures).toEqual([new Error("a fault")]);
    expect((await waiting())[0]?.due_at).toBe(later(1000).toISOString());
    clock.at = later(1000);
    await expect.poll(() => attempts).toEqual([1, 2]);
  });

  test("a job that asks for it runs again when it says", async () => {
    start(async () => ({ again_at: later(3_600_000) }));
    await add("x");
    await expect.poll(waiting).toMatchObject([{ attempts: 1, due_at: later(3_600_000).toISOString() }]);
  });

  test("a job that is not due yet waits, and does not delay those behind it", async () => {
    const done: string[] = [];
    start(async ({ delivery_id }) => {
      done.push(delivery_id);
      return {};
    });
    await add("tomorrow", later(86_400_000));
    await add("now");
    await expect.poll(waiting).toHaveLength(1);
    expect(done).toEqual(["now"]);
  });

  test("never more run side by side than the pool allows, and all are done", async () => {
    let running = 0;
    let most = 0;
    let done = 0;
    for (let number = 0; number < 50; number++) await add(String(number));
    start(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running--;
      done++;
      return {};
    }, 4);
    await expect.poll(waiting).toEqual([]);
    expect({ most, done }).toEqual({ most: 4, done: 50 });
  });

  test("stopping signals running jobs, waits for them, and leaves them in the store for the next start", async () => {
    const begun = vi.fn();
    start(
      (_, __, { signal }) =>
        new Promise((_resolve, reject) => {
          begun();
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    );
    await add("x");
    await expect.poll(() => begun.mock.calls).toHaveLength(1);
    await stop();
    expect(failures).toEqual([]);
    expect(await waiting()).toMatchObject([{ attempts: 0 }]);
  });
});
