import { usage } from "../../../lib/failure.ts";
import { suggestion } from "../../nearest.ts";
import { arg, defineCommand, type Result } from "../command.ts";

export const command = defineCommand({
  about:
    "Shows what every evaluation measures: formula, unit, support, source, and the parts of a submission that it " +
    "reads, such as tags of events and keys of metadata. Needs no service and no key. docs/metrics.md has the " +
    "same, and explains the terms.",
  args: { metric: arg("[id]", "id of a built-in metric, also with its version") },
  examples: [
    ["parley metrics builtin", "every built-in metric"],
    ["parley metrics builtin agent.response_rate", "everything about one"],
    ["parley metrics builtin --json --query '[].id'", "the ids alone"],
  ],
  async run(_context, { metric }): Promise<Result> {
    const { catalogue } = await import("../../../engine/metrics/catalogue.ts");
    if (metric === undefined)
      return { data: catalogue, view: { kind: "rows", columns: ["id", "version", "unit", "description"] } };
    const id = metric.replace(/@\d+$/, "");
    const entry = catalogue.find((candidate) => candidate.id === id);
    if (entry) return { data: entry, view: { kind: "record" } };
    const ids = catalogue.map((candidate) => candidate.id);
    throw usage(`${JSON.stringify(metric)} is not a built-in metric${suggestion(id, ids)}`, {
      hint: "`parley metrics builtin` lists them all",
    });
  },
});
