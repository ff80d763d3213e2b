import { summarizeState } from "../../bulk/state.ts";
import { arg, defineCommand } from "../command.ts";

export const command = defineCommand({
  about:
    "A journal is next to its manifest, in .parley/journal, or in the folder named by PARLEY_JOURNAL_DIR or journal_dir in parley.yaml: one for each " +
    "manifest, command and service. `running` is true while a run is writing to it.",
  args: { path: arg("[path...]", "manifests or folders (default: this folder)") },
  examples: [["parley journal list", "what was sent from the manifests in this folder"]],
  view: {
    kind: "rows",
    columns: [
      "journal",
      "done",
      "failed",
      "unknown",
      { title: "last", value: "last_at", kind: "time" },
      "running",
    ],
    empty: "no journals here",
  },
  async run(context, { path }) {
    const { findJournals, shown } = await import("./find.ts");
    const { readJournal } = await import("../../bulk/journal-files.ts");
    const { isHeld } = await import("../../../lib/lock.ts");
    const files = new Set<string>();
    for (const name of path.length > 0 ? path : ["."])
      for (const file of await findJournals(context, name)) files.add(file);
    const data = await Promise.all(
      [...files].map(async (file) => ({
        journal: shown(context, file),
        ...summarizeState(await readJournal(file)),
        running: await isHeld(file),
      })),
    );
    return { data };
  },
});
