import { arg, defineCommand, option } from "../command.ts";
import { oneOf } from "../parsers.ts";

const OUTCOMES = ["done", "failed", "unknown"] as const;

export const command = defineCommand({
  about:
    "An item is `unknown` if its request was sent and its effect is not known: after a crash, a reset or a " +
    "timeout. Look for it in the service; `parley evaluate --resend-unknown` sends it again.",
  args: { journal: arg("<journal>", "a journal printed by `journal list`, or a manifest") },
  options: { outcome: option("--outcome <outcome>", "only items with this outcome", oneOf(OUTCOMES)) },
  examples: [["parley journal show calls.yaml --outcome unknown", "calls to look for in the service"]],
  view: {
    kind: "rows",
    columns: ["outcome", "key", "id", { title: "at", value: "at", kind: "time" }, "message"],
    empty: "no matching items",
  },
  async run(context, { journal, outcome }) {
    const { findJournal } = await import("./find.ts");
    const { readJournal } = await import("../../bulk/journal-files.ts");
    const state = await readJournal(await findJournal(context, journal));
    const items = [...state.values()].filter((item) => outcome === undefined || item.outcome === outcome);
    const data = items.map(({ key, sha256, outcome: stands, id, at, message }) => ({
      key,
      outcome: stands,
      id: id ?? null,
      at,
      message: message ?? null,
      sha256,
    }));
    return { data };
  },
});
