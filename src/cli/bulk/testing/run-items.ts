/** Runs of three items, without a service. */
import { Failure, type FailureOptions } from "../../../lib/failure.ts";
import type { JournalState } from "../entries.ts";
import { Journal } from "../journal.ts";
import type { BulkItem } from "../outcome.ts";
import { type BulkOptions, runBulk } from "../run-bulk.ts";

export const itemsOf = (...keys: string[]): BulkItem[] =>
  keys.map((key) => ({ key, sha256: `hash of ${key}` }));
export const abc = itemsOf("a", "b", "c");
export const refusal = (options: FailureOptions) => new Failure("failed", "no", options);
export const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

export const run = (options: Partial<BulkOptions<BulkItem>>) =>
  runBulk({
    items: abc,
    concurrency: 1,
    signal: new AbortController().signal,
    send: async ({ key }) => ({ id: `id of ${key}` }),
    ...options,
  });

/** A journal on a file that accepts every write, or fails from the given write on. */
export function journalOf({
  state = new Map() as JournalState,
  failsAt = Number.POSITIVE_INFINITY,
  code = "ENOSPC",
} = {}) {
  const lines: { entry: string; key: string; outcome?: string }[] = [];
  let writes = 0;
  const handle = {
    async appendFile(text: string) {
      if (++writes >= failsAt) throw Object.assign(new Error(code), { code });
      lines.push(
        ...text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line)),
      );
    },
    async datasync() {},
    async close() {},
  };
  const journal = new Journal({ file: "the.jsonl", handle, state, now: () => 0 });
  return { lines, journal };
}
