import { arg, defineCommand } from "../command.ts";
import { integerFrom } from "../parsers.ts";

export const command = defineCommand({
  about:
    "Writes the fields that differ from the defaults, including those that this version does not know. Fields " +
    "that the service does not show cannot be exported. With --json the manifest is written as JSON, which is " +
    "also valid.",
  args: { simulation_id: arg("<simulation-id>", "a simulation", integerFrom(1)) },
  examples: [
    ["parley dh export 7 > digital-humans.yaml", "the digital humans of simulation 7 as a manifest"],
    [
      "parley dh export 7 > 7.yaml && parley dh plan -f 7.yaml",
      "exports, then checks that a plan finds nothing to change",
    ],
  ],
  view: { kind: "yaml" },
  async run(context, { simulation_id }) {
    const { exportManifest } = await import("../../plan/export.ts");
    const { digital_humans } = await context.read("list_digital_humans", { params: { simulation_id } });
    const { manifest, left_out } = exportManifest(simulation_id, digital_humans);
    if (left_out.length > 0)
      await context.terminal.alert(
        `not exported: ${left_out.join(", ")}: a manifest needs a test_name or a name that is unique within the simulation`,
      );
    return { data: manifest };
  },
});
