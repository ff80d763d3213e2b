import { EXIT_CODES } from "../../failure.ts";
import { arg, defineCommand, option } from "../command.ts";
import { uuid } from "../parsers.ts";
import { readDefinition } from "./definition.ts";

export const command = defineCommand({
  needs: ["lint_custom_metric"],
  about:
    "Checks the rules in the guidance of a metric, stored or in a file, and lists every mistake with its line and " +
    "column in the guidance; the exit code is then 9. Guidance that is for a judge holds no rules to check.",
  args: { metric_id: arg("[metric-id]", "a metric of the service", uuid) },
  options: { file: option("-f, --file <file>", "a metric in YAML or JSON, as `metrics create` takes it") },
  examples: [
    ["parley metrics lint -f metric.yaml", "before it is created"],
    ["parley metrics lint 5f0c1e2a-8d3b-4c6f-9a7e-1b2c3d4e5f60 --json", "one that the service has"],
  ],
  view: { kind: "rows", rows: "mistakes", columns: ["line", "column", "message"], empty: "no mistakes" },
  async run(context, { metric_id, file }) {
    const body = await readDefinition(context, { metric_id, file });
    const data = await context.read("lint_custom_metric", { body });
    if (data.mistakes.length > 0) return { data, exitCode: EXIT_CODES.gate };
    const hint = "the guidance is for a judge: it holds no rules (they begin with a line @rules)";
    return { data, ...(data.method === "judge" && { hint }) };
  },
});
