import { arg, defineCommand } from "../command.ts";

export const command = defineCommand({
  about:
    "Deletes journals: the next run of their commands sends everything again, also what the service has already. " +
    "Asks first. With --dry-run it deletes nothing and shows which it would.",
  args: { journal: arg("<journal...>", "journals that `journal list` prints, or manifests") },
  examples: [["parley journal clear calls.yaml", "forgets what was sent from calls.yaml, after asking"]],
  view: { kind: "rows", columns: ["journal", "cleared"] },
  async run(context, { journal }) {
    const { findJournal, shown } = await import("./find.ts");
    const { clearJournal } = await import("../../bulk/journal-files.ts");
    const files: string[] = [];
    for (const name of journal) files.push(await findJournal(context, name));
    await context.confirm(
      `Forget what ${files.map((file) => shown(context, file)).join(", ")} says was sent?`,
    );
    if (!context.isDryRun) for (const file of files) await clearJournal(file);
    return { data: files.map((file) => ({ journal: shown(context, file), cleared: !context.isDryRun })) };
  },
});
