/**
 * A process that does journaled work until it is killed: `node journaled-work.mjs <journal> <service URL>
 * [ahead]`. It posts each of 40 keys, four at a time, and journals `ahead` keys in advance.
 */
import { openJournal } from "../../src/cli/bulk/journal-files.ts";
import { runBulk } from "../../src/cli/bulk/run-bulk.ts";
import { Failure } from "../../src/lib/failure.ts";

const [file = "", url = "", ahead = "0"] = process.argv.slice(2);
const journal = await openJournal(file);
const { summary, results } = await runBulk({
  items: Array.from({ length: 40 }, (_, index) => ({ key: `item ${index}`, sha256: "0" })),
  concurrency: 4,
  ahead: Number(ahead),
  signal: new AbortController().signal,
  journal: () => journal,
  async send({ key }) {
    const answer = await fetch(url, { method: "POST", body: key }).catch((cause: unknown) => {
      throw new Failure("network", "broke", { unknown: true, cause });
    });
    return { id: await answer.text() };
  },
});
await journal.close();
process.stdout.write(JSON.stringify({ summary, outcomes: results.map(({ outcome }) => outcome) }));
