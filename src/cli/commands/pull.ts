import type { Context } from "../context.ts";
import { arg, defineCommand } from "./command.ts";
import { integerFrom, oneOf, uuid } from "./parsers.ts";

const KINDS = ["simulation", "agent", "digital-human", "custom-metric"] as const;

export const command = defineCommand({
  needs: [
    "get_simulation_as_code",
    "get_agent_as_code",
    "get_digital_human_as_code",
    "get_custom_metric_as_code",
  ],
  about:
    "Writes a simulation with its agent, digital humans and custom metrics as one document for `parley push`. " +
    "Secrets and fields without a value are left out. Each object has a bluejay_as_code_id, by which a push finds " +
    "it again. You can also pull a single agent, digital human or metric, to add it to a document. With --json " +
    "the document is written as JSON, which is also valid.",
  args: {
    kind: arg("<kind>", "what to write", oneOf(KINDS)),
    id: arg("<id>", "its id"),
  },
  examples: [
    ["parley pull simulation 7 > simulation.yaml", "simulation 7 as code"],
    ["parley pull custom-metric 6f0c1d7e-3a52-4b8e-9d41-7c2f5e8a9b10", "one metric"],
  ],
  view: { kind: "yaml" },
  async run(context, { kind, id }) {
    const { withoutVariables } = await import("../manifest/variables.ts");
    return { data: withoutVariables(await read(context, kind, id)) };
  },
});

function read(context: Context, kind: (typeof KINDS)[number], id: string): Promise<unknown> {
  if (kind === "custom-metric")
    return context.read("get_custom_metric_as_code", { params: { metric_id: uuid.parse(id) } });
  const number = integerFrom(1).parse(id);
  if (kind === "agent") return context.read("get_agent_as_code", { params: { agent_id: number } });
  if (kind === "digital-human")
    return context.read("get_digital_human_as_code", { params: { digital_human_id: number } });
  return context.read("get_simulation_as_code", { params: { simulation_id: number } });
}
