import { arg, defineCommand } from "../command.ts";
import { text } from "../parsers.ts";
import { blobsOption } from "../shared/store-place.ts";
import { storeOptions, withStore } from "./shared/store.ts";

export const command = defineCommand({
  about:
    "Writes everything: organizations, keys (as hashes), agents, calls with recordings, simulations and pending " +
    "jobs. It is a snapshot, even while services use the store, and two exports of the same store are identical " +
    "byte for byte. If the name ends with .gz, the file is compressed. It contains transcripts and the secrets of " +
    "webhooks and agents: protect it like the store itself.",
  args: { file: arg("<file|->", "a new file, or - for standard output", text) },
  options: { ...storeOptions, blobs: blobsOption },
  examples: [
    ["parley admin export parley-2026-11-01.jsonl.gz", "a backup of your data folder"],
    [
      "parley admin export - --data /srv/parley | parley admin import - --database-url postgres://parley@db.internal/parley",
      "from the embedded store into PostgreSQL",
    ],
  ],
  view: { kind: "record" },
  async run(context, { file, ...place }) {
    const { exportStore } = await import("../../../service/backup/export.ts");
    const { openOutput } = await import("./output.ts");
    const { withBlobs } = await import("./shared/blobs.ts");
    const exported = await withStore(context, place, async (store) => {
      const output = await openOutput(context, file);
      try {
        const counts = await withBlobs(context, place, (blobs) => exportStore(store, blobs, output.write));
        await output.keep();
        return counts;
      } finally {
        await output.close();
      }
    });
    if (exported.recordings_missing > 0)
      await context.terminal.alert(
        `warning: missing recordings that calls refer to: ${exported.recordings_missing}`,
      );
    const { rows, recordings } = exported;
    if (file !== "-") return { data: { file, ...exported } };
    await context.terminal.note(`rows: ${rows}, recordings: ${recordings}`);
    return { data: undefined };
  },
});
