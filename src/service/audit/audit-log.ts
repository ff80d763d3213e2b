/** Counts how keys are used, in memory, and writes the counts to the store once a second. */

import { DAY_MS } from "../../contract/duration.ts";
import type { Clock } from "../clock.ts";
import type { ReportFailure } from "../report.ts";
import { chunks } from "../store/chunks.ts";
import type { Row } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import type { KeyUse } from "./key-use.ts";

const FLUSH_MS = 1000;
/** How many addresses per day are counted separately for unknown keys. Those of known keys always are. */
const STRANGERS_MAXIMUM = 1000;
const OTHERS = "others";

export interface AuditLog {
  /** Counts a use immediately. If the process is killed, the counts of the last second are lost. */
  record(use: KeyUse): void;
  /** Writes the remaining counts. */
  close(): Promise<void>;
}

/** Uses that differ only in their time. */
interface Counted {
  readonly use: KeyUse;
  /** Days since 1970, in UTC. */
  readonly day: number;
  readonly first_ms: number;
  last_ms: number;
  count: number;
}

export function createAuditLog(
  { write, now }: Pick<Store, "write"> & Clock,
  report: ReportFailure,
): AuditLog {
  let counted = new Map<string, Counted>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let today = 0;
  const strangers = new Set<string>();

  function addressOf({ key_id, address }: KeyUse): string {
    if (key_id !== null || strangers.has(address)) return address;
    if (strangers.size >= STRANGERS_MAXIMUM) return OTHERS;
    strangers.add(address);
    return address;
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const uses = counted;
    counted = new Map();
    writing = writing
      .then(() => store(write, inOrder(uses).map(toRow)))
      .catch((error) => {
        report(error, "writing the audit log");
        putBack(uses);
      });
  }

  function putBack(uses: Map<string, Counted>): void {
    for (const [name, earlier] of uses) {
      const { last_ms = earlier.last_ms, count = 0 } = counted.get(name) ?? {};
      counted.set(name, { ...earlier, last_ms, count: earlier.count + count });
    }
    timer ??= setTimeout(flush, FLUSH_MS).unref();
  }

  return {
    record(use) {
      const at_ms = now().getTime();
      const day = Math.floor(at_ms / DAY_MS);
      if (day !== today) strangers.clear();
      today = day;
      const address = addressOf(use);
      const name = `${day} ${use.key_id} ${use.operation} ${use.outcome} ${address}`;
      const counted_use = counted.get(name);
      if (counted_use) {
        counted_use.count++;
        counted_use.last_ms = at_ms;
      } else counted.set(name, { use: { ...use, address }, day, first_ms: at_ms, last_ms: at_ms, count: 1 });
      timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
    async close() {
      flush();
      await writing;
    },
  };
}

/** Services that write the same lines lock them in the same order, which prevents deadlocks. */
const inOrder = (uses: ReadonlyMap<string, Counted>): Counted[] =>
  [...uses].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, counted]) => counted);

function toRow({ use, day, first_ms, last_ms, count }: Counted): Row<"key_use"> {
  return {
    day: new Date(day * DAY_MS).toISOString().slice(0, 10),
    key_id: use.key_id ?? "",
    organization_id: use.organization_id ?? "",
    address: use.address,
    operation: use.operation,
    outcome: use.outcome,
    first_at: new Date(first_ms).toISOString(),
    last_at: new Date(last_ms).toISOString(),
    count,
  };
}

async function store(write: Store["write"], rows: readonly Row<"key_use">[]): Promise<void> {
  if (rows.length === 0) return;
  await write(
    async (transaction) => {
      for (const chunk of chunks(rows))
        await transaction
          .insertInto("key_use")
          .values(chunk)
          .onConflict((conflict) =>
            conflict.columns(["key_id", "day", "address", "operation", "outcome"]).doUpdateSet((row) => ({
              count: row("key_use.count", "+", row.ref("excluded.count")),
              last_at: row.ref("excluded.last_at"),
            })),
          )
          .execute();
    },
    { about: [] },
  );
}
