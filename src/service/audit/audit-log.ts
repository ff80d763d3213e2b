/** Counts how keys are used, in memory, and writes the counts to the store once a second. */
import type { Service } from "../handler.ts";
import type { ReportFailure } from "../report.ts";
import { chunks } from "../store/chunks.ts";
import type { Row } from "../store/schema.ts";
import type { KeyUse } from "./key-use.ts";

const FLUSH_MS = 1000;
/** Addresses of a day that are told apart where nobody knows whose the key is; those of known keys always are. */
const STRANGERS_MAXIMUM = 1000;
const OTHERS = "others";

export interface AuditLog {
  /** Takes no time: it counts. What was counted within the last second is lost when the process is killed. */
  record(use: KeyUse): void;
  /** Writes what is left. */
  close(): Promise<void>;
}

export function createAuditLog(
  { write, now }: Pick<Service, "write" | "now">,
  report: ReportFailure,
): AuditLog {
  let counted = new Map<string, Row<"key_use">>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let today = "";
  const strangers = new Set<string>();

  function addressOf({ key_id, address }: KeyUse): string {
    if (key_id !== null || strangers.has(address)) return address;
    if (strangers.size >= STRANGERS_MAXIMUM) return OTHERS;
    strangers.add(address);
    return address;
  }

  function add(row: Row<"key_use">): void {
    const name = JSON.stringify([row.key_id, row.day, row.address, row.operation, row.outcome]);
    const before = counted.get(name);
    if (before) {
      before.count += row.count;
      before.first_at = earliest(before.first_at, row.first_at);
      before.last_at = latest(before.last_at, row.last_at);
    } else counted.set(name, row);
    timer ??= setTimeout(flush, FLUSH_MS).unref();
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const rows = [...counted.values()];
    counted = new Map();
    writing = writing
      .then(() => store(write, rows))
      .catch((error) => {
        report(error, "writing the audit log");
        for (const row of rows) add(row);
      });
  }

  return {
    record(use) {
      const at = now().toISOString();
      const day = at.slice(0, 10);
      if (day !== today) strangers.clear();
      today = day;
      add({
        day,
        key_id: use.key_id ?? "",
        organization_id: use.organization_id ?? "",
        address: addressOf(use),
        operation: use.operation,
        outcome: use.outcome,
        first_at: at,
        last_at: at,
        count: 1,
      });
    },
    async close() {
      flush();
      await writing;
    },
  };
}

const earliest = (a: string, b: string) => (a < b ? a : b);
const latest = (a: string, b: string) => (a > b ? a : b);

async function store(write: Service["write"], rows: readonly Row<"key_use">[]): Promise<void> {
  if (rows.length === 0) return;
  await write(async (transaction) => {
    for (const chunk of chunks(rows))
      await transaction
        .insertInto("key_use")
        .values(chunk)
        .onConflict((known) =>
          known.columns(["key_id", "day", "address", "operation", "outcome"]).doUpdateSet((row) => ({
            count: row("key_use.count", "+", row.ref("excluded.count")),
            last_at: row.ref("excluded.last_at"),
          })),
        )
        .execute();
  });
}
