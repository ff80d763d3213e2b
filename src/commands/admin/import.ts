import { arg, defineCommand } from "../command.ts";
import { text } from "../parsers.ts";
import { blobsOption, storePlace } from "../store-place.ts";
import { explain, refuseDryRun, storeOptions } from "./store.ts";

export const command = defineCommand({
  about:
    "Fills an empty store, embedded or PostgreSQL, with everything that `parley admin export` wrote, also of an " +
    "earlier version. No service may run over it yet. It is one transaction: when it fails or is killed, the store is " +
    "empty as before. A file that was cut off or changed is refused.",
  args: {
    file: arg("<file|->", "what `parley admin export` wrote, compressed or not; - for standard input", text),
  },
  options: { ...storeOptions, blobs: blobsOption },
  examples: [
    [
      "parley admin import parley-2026-11-01.jsonl.gz --data /srv/parley",
      "restores a backup into a new folder",
    ],
    [
      "parley admin import store.jsonl --database-url postgres://parley@db.internal/parley --data /srv/parley",
      "into a PostgreSQL database; the recordings go to --data",
    ],
  ],
  view: { kind: "record" },
  async run(context, { file, ...given }) {
    refuseDryRun(context);
    const { importStore } = await import("../../service/backup/import.ts");
    const { openInput } = await import("./input.ts");
    const { withBlobs } = await import("./blobs.ts");
    const place = storePlace(context, { ...given, memory: false });
    const source = openInput(context, file);
    const data = await withBlobs(context, given, (blobs) => importStore(place, blobs, source)).catch(
      (error: unknown) => {
        throw explain(error, place.data, file);
      },
    );
    return { data, hint: "`parley serve` over it answers as the store did that was exported" };
  },
});
