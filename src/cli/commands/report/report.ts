import { usage } from "../../../lib/failure.ts";
import { arg, defineCommand, flag, option } from "../command.ts";
import { text } from "../parsers.ts";
import { requireWritable } from "../shared/writable.ts";
import { audioOption } from "./option.ts";
import { type Reference, reference } from "./reference.ts";

export const command = defineCommand({
  about:
    "Writes one HTML file that anyone can open, even offline: failures first and grouped by reason, the turns at " +
    "fault marked, every transcript, verdict and measurement. Several runs, conversations and calls go into one " +
    "list; two runs with --compare are shown side by side. With --json: {file, conversations}.",
  args: {
    id: arg("<id...>", "a run (900), a call's id, or a conversation (result/12)", reference),
  },
  options: {
    to: option("--to <file>", "the file to write", text, "parley-report.html"),
    compare: flag("--compare", "show two runs side by side: what flipped, and whether that could be chance"),
    with_audio: audioOption,
  },
  examples: [
    ["parley report 900", "a run, as parley-report.html"],
    ["parley report 8c7dcf0e-51f0-4b1e-9a9a-0d6b7e2f1a01 --with-audio --to call.html", "a call to listen to"],
    ["parley report 900 901 --compare --to before-after.html", "what changed between two runs"],
  ],
  view: { kind: "text", text: ({ file }: { file: string }) => `report: ${file}` },
  async run(context, { id: references, to, compare, with_audio }) {
    if (compare && (references.length !== 2 || references.some(({ kind }) => kind !== "run")))
      throw usage("--compare needs two runs", { hint: "for example `parley report 900 901 --compare`" });
    await requireWritable(context, [{ option: `--to ${to}`, file: to, what: "report" }]);
    const { saveHtml } = await import("./save.ts");
    const { comparedRuns, overviewOf } = await import("./collect.ts");
    let conversations = 0;
    await saveHtml(context, [to], async () => {
      const [a, b] = references as [Reference, Reference];
      const reported = compare
        ? await comparedRuns(context, [Number(a.id), Number(b.id)], { with_audio })
        : await overviewOf(context, references, { with_audio });
      conversations = reported.talks.length;
      return reported;
    });
    return { data: { file: to, conversations } };
  },
});
