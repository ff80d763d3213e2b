import { RESPONSE_TYPES } from "../../contract/values.ts";
import { bodyOptions } from "../body/options.ts";
import { defineCommand, list, option } from "../command.ts";
import { integerFrom, oneOf } from "../parsers.ts";

export const command = defineCommand({
  needs: ["create_custom_metric"],
  about:
    "Takes the fields of a metric from a file, from flags, or both; `name` and `response_type` are required.",
  options: {
    name: option("--name <text>", "name of the metric"),
    description: option("--description <text>", "what the metric judges"),
    response_type: option("--response-type <type>", "type of its answer", oneOf(RESPONSE_TYPES)),
    agent_ids: list("--agent-id <id>", "an agent it applies to; repeatable (default: none)", integerFrom(1)),
    tags: list("--tag <tag>", "a tag; repeatable"),
    ...bodyOptions,
  },
  examples: [
    [
      "parley metrics create --name Greeting --description 'Greets by name' --response-type pass_fail --agent-id 101",
      "a metric from flags",
    ],
    ["parley metrics create -f metric.yaml --set temperature=0.2", "from a file, with one field set"],
  ],
  view: { kind: "record" },
  async run(context, { file, set, strict, allow_unknown, ...flags }) {
    const { CustomMetricCreate } = await import("../../contract/schemas/index.ts");
    const { readBody } = await import("../body/read.ts");
    const fields = Object.fromEntries(Object.entries(flags).filter(([, value]) => isGiven(value)));
    const body = await readBody(context, {
      noun: "metric",
      schema: CustomMetricCreate,
      file,
      set,
      strict,
      allow_unknown,
      fields,
    });
    const data = await context.change("create_custom_metric", { body });
    return { data, ids: [data.id] };
  },
});

const isGiven = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);
