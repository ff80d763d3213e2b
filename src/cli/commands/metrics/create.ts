import type { Answer, Lenient } from "../../../contract/types.ts";
import { RESPONSE_TYPES } from "../../../contract/values.ts";
import { usage } from "../../../lib/failure.ts";
import { metricKindOf } from "../../manifest/metric-file.ts";
import { bodyOptions } from "../body/options.ts";
import { defineCommand, list, option, type Result } from "../command.ts";
import { integerFrom, oneOf } from "../parsers.ts";
import { createdView } from "../shared/created.ts";
import { warning } from "../shared/manifest-options.ts";
import { warnOfSameName } from "./shared/same-name.ts";
import { metricRows } from "./shared/view.ts";

export const command = defineCommand({
  needs: ["create_custom_metric"],
  about:
    "Reads the fields of a metric from a file, from flags, or both; `name` and `response_type` are required. A " +
    "file with a list `metrics` creates all of them, or none if one is refused. Gates go by name, so a name that a " +
    "metric of the service has already gets a warning.",
  options: {
    name: option("--name <text>", "name of the metric"),
    description: option("--description <text>", "what the metric judges"),
    response_type: option("--response-type <type>", "type of its answer", oneOf(RESPONSE_TYPES)),
    tool_names: list("--tool <name>", "a tool that a metric of type tool_call requires; repeatable"),
    agent_ids: list("--agent-id <id>", "an agent it applies to; repeatable (default: none)", integerFrom(1)),
    tags: list("--tag <tag>", "a tag; repeatable"),
    ...bodyOptions,
  },
  examples: [
    [
      "parley metrics create --name Greeting --description 'Greets by name' --response-type pass_fail --agent-id 101",
      "a metric from flags",
    ],
    [
      "parley metrics create --name Refunds --response-type tool_call --tool look_up_order --tool refund",
      "passes if the agent calls both tools",
    ],
    ["parley metrics create -f metrics.yaml", "all metrics of a file"],
    ["parley metrics create -f metric.yaml --set temperature=0.2", "from a file, with one field set"],
  ],
  view: createdView("metric", ({ id, name }: Lenient<Answer<"create_custom_metric">>) => ({ id, name })),
  async run(context, { file, set, strict, allow_unknown, ...flags }): Promise<Result> {
    const { CustomMetricCreate } = await import("../../../contract/schemas/metric.ts");
    const { CustomMetricsCreate } = await import("../../../contract/schemas/metric-changes.ts");
    const { readBody, readFields } = await import("../body/read.ts");
    const strictness = { strict, allow_unknown };
    const written =
      file === undefined
        ? {}
        : await warning(context, strictness, (openness) =>
            readFields(
              context,
              file,
              (value) =>
                metricKindOf(value) === "metrics" ? CustomMetricsCreate : CustomMetricCreate.partial(),
              openness,
            ),
          );
    const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => isGiven(value)));
    if ("metrics" in written) {
      if (set.length > 0 || Object.keys(given).length > 0)
        throw usage("fields of a single metric cannot be combined with a list of metrics", {
          hint: "write them into the file",
        });
      await warnOfSameName(
        context,
        written.metrics.map(({ name }) => name),
      );
      const data = await context.change("create_custom_metrics", { body: written });
      return { data, ids: data.metrics.map(({ id }) => id), view: metricRows };
    }
    const fields = { ...written, ...given };
    const body = await readBody(context, {
      noun: "metric",
      schema: CustomMetricCreate,
      set,
      fields,
      ...strictness,
    });
    await warnOfSameName(context, [body.name]);
    const data = await context.change("create_custom_metric", { body });
    return { data, ids: [data.id], hint: nextOf(data) };
  },
});

/** Says which calls the metric applies to. */
function nextOf({ id, agent_ids, tags }: Lenient<Answer<"create_custom_metric">>): string {
  if (agent_ids?.length) return `it applies to every call and conversation of agent ${agent_ids.join(", ")}`;
  const [tag] = tags ?? [];
  const named = tag === undefined ? `--metric ${id}` : `--metric-tag ${tag}`;
  return (
    `it is not attached to an agent yet; next: \`parley evaluate ${named}\` applies it to the calls that you submit, ` +
    `\`parley metrics update ${id} --set 'agent_ids=[<agent-id>]'\` to everything of an agent`
  );
}

const isGiven = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);
