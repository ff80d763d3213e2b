import { blobStore } from "../../config/blobs.ts";
import { arg, defineCommand, option } from "../command.ts";
import { integerFrom, text } from "../parsers.ts";
import { blobsOption, recordingsBeside } from "../shared/store-place.ts";
import { chooseStore, explain, refuseDryRun, storeOptions } from "./shared/store.ts";

export const command = defineCommand({
  about:
    "Fills an empty store, embedded or PostgreSQL, from a file written by `parley admin export` of " +
    "the same version. No service may be using the store. It is one transaction: if it fails or is killed, the store stays " +
    "empty. A truncated or modified file is refused, and so is a compressed " +
    "one that unpacks to over 64 MB and 100 times its own size.",
  args: {
    file: arg(
      "<file|->",
      "file written by `parley admin export`, compressed or not; - for standard input",
      text,
    ),
  },
  options: {
    ...storeOptions,
    blobs: blobsOption,
    max_unpacked_mb: option(
      "--max-unpacked-mb <n>",
      "a compressed file may unpack to this many MB",
      integerFrom(1),
    ),
  },
  examples: [
    [
      "parley admin import parley-2026-11-01.jsonl.gz --data /srv/parley",
      "restores a backup into a new folder",
    ],
    [
      "parley admin import store.jsonl --database-url postgres://parley@db.internal/parley --data /srv/parley",
      "imports into a PostgreSQL database; recordings go to --data",
    ],
  ],
  view: { kind: "record" },
  async run(context, { file, max_unpacked_mb, ...given }) {
    refuseDryRun(context);
    const { importStore } = await import("../../../service/backup/import.ts");
    const { openInput } = await import("./input.ts");
    const { withBlobs } = await import("./shared/blobs.ts");
    const { requireStore } = await import("../../../service/administration/administration.ts");
    const { place, create } = await chooseStore(context, given, { create: true });
    const source = openInput(context, file, max_unpacked_mb);
    const imported = async () => {
      if (!create) await requireStore(place);
      return withBlobs(context, given, (blobs) => importStore(place, blobs, source));
    };
    const data = await imported().catch((error: unknown) => {
      throw explain(error, place.data, file);
    });
    const recordings = recordingsBeside(place, blobStore(given.blobs, false, context.env));
    const beside =
      recordings === undefined || data.recordings === 0
        ? ""
        : `; its recordings are in ${recordings}, so start it with the same --data and --blobs`;
    return {
      data,
      hint: `\`parley serve\` on this store continues where the exported one left off${beside}`,
    };
  },
});
