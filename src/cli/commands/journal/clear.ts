import { arg, defineCommand } from "../command.ts";

export const command = defineCommand({
  about:
    "Deletes journals, so that the next run of their commands sends everything again, even what the service already has. " +
    "Asks first. With --dry-run it only shows which journals it would delete.",
  args: { journal: arg("<journal...>", "journals printed by `journal list`, or manifests") },
  examples: [
    ["parley journal clear calls.yaml", "asks, then deletes the record of what was sent from calls.yaml"],
  ],
  view: { kind: "rows", columns: ["journal", "cleared"] },
  async run(context, { journal }) {
    const { findJournal, shown } = await import("./find.ts");
    const { clearJournal } = await import("../../bulk/journal-files.ts");
    const files: string[] = [];
    for (const name of journal) files.push(await findJournal(context, name));
    await context.confirm(
      `Delete the record of what was sent in ${files.map((file) => shown(context, file)).join(", ")}?`,
    );
    if (!context.isDryRun) for (const file of files) await clearJournal(file);
    return { data: files.map((file) => ({ journal: shown(context, file), cleared: !context.isDryRun })) };
  },
});
