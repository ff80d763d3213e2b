import { expect, test } from "vitest";
import { Appender } from "./appender.ts";

/** A file whose fsyncs end when the test lets them. */
function heldFile() {
  const log: string[] = [];
  const syncs: { resolve(): void; reject(error: Error): void }[] = [];
  const handle = {
    async appendFile(text: string) {
      log.push(text);
    },
    datasync: () => new Promise<void>((resolve, reject) => syncs.push({ resolve, reject })),
    async close() {
      log.push("closed");
    },
  };
  return { log, syncs, handle };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("a line that arrives while an fsync runs waits for the next one, which all such lines share", async () => {
  const { log, syncs, handle } = heldFile();
  const appender = new Appender(handle);
  const durable: string[] = [];
  for (const line of ["a", "b", "c"]) {
    void appender.append(line).then(() => durable.push(line));
    await settle();
  }
  expect(log).toEqual(["a\n"]);
  syncs[0]?.resolve();
  await settle();
  expect(durable).toEqual(["a"]);
  expect(log).toEqual(["a\n", "b\nc\n"]);
  syncs[1]?.resolve();
  await settle();
  expect(durable).toEqual(["a", "b", "c"]);
  expect(syncs).toHaveLength(2);
});

test("after an error, nothing more is written and every caller gets the error", async () => {
  const { log, syncs, handle } = heldFile();
  const appender = new Appender(handle);
  const first = appender.append("a");
  await settle();
  const second = appender.append("b");
  const heard = Promise.allSettled([first, second]);
  syncs[0]?.reject(new Error("EIO"));
  expect((await heard).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(appender.append("c")).rejects.toThrow("EIO");
  expect(log).toEqual(["a\n"]);
});

test("closing waits for pending writes", async () => {
  const { log, syncs, handle } = heldFile();
  const appender = new Appender(handle);
  void appender.append("a");
  const closed = appender.close();
  await settle();
  expect(log).toEqual(["a\n"]);
  syncs[0]?.resolve();
  await closed;
  expect(log).toEqual(["a\n", "closed"]);
});

test("what arrives in the pause after an fsync shares the next one", async () => {
  const { log, syncs, handle } = heldFile();
  let resume: () => void = () => undefined;
  const pauses: number[] = [];
  const appender = new Appender(
    handle,
    () =>
      new Promise((resolve) => {
        pauses.push(log.length);
        resume = resolve;
      }),
  );
  const durable: string[] = [];
  void appender.append("a").then(() => durable.push("a"));
  await settle();
  syncs[0]?.resolve();
  await settle();
  expect([durable, pauses]).toEqual([["a"], [1]]);
  for (const line of ["b", "c", "d"]) {
    void appender.append(line).then(() => durable.push(line));
    await settle();
  }
  expect(log).toEqual(["a\n"]);
  resume();
  await settle();
  expect(log).toEqual(["a\n", "b\nc\nd\n"]);
  syncs[1]?.resolve();
  await settle();
  expect(durable).toEqual(["a", "b", "c", "d"]);
});

test("lines that come at once share one write, one fsync and one promise", async () => {
  const { log, syncs, handle } = heldFile();
  const appender = new Appender(handle);
  const shared = Array.from({ length: 200 }, (_, i) => appender.append(String(i)));
  expect(new Set(shared).size).toBe(1);
  await settle();
  expect(log).toHaveLength(1);
  expect(syncs).toHaveLength(1);
});
