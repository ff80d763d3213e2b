import { arg, defineCommand } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { manifestEntry } from "./manifest-entry.ts";

export const command = defineCommand({
  about:
    "Prints a manifest of kind DigitalHumans that `dh plan` calls unchanged: the fields that differ from the service's " +
    "defaults. A digital human without a name, or with a name that stands twice, is left out, and a remark says so.",
  args: { simulation_id: arg("<simulation-id>", "a simulation", integerFrom(1)) },
  examples: [["parley dh export 7 > callers.yaml", "keep the digital humans of simulation 7 as code"]],
  view: { kind: "yaml" },
  async run(context, { simulation_id }) {
    const { DigitalHumanCreate } = await import("../../contract/schemas/digital-human.ts");
    const defaults: Readonly<Record<string, unknown>> = DigitalHumanCreate.parse({});
    const { digital_humans } = await context.read("list_digital_humans", { params: { simulation_id } });
    const taken = new Set<string>();
    const kept: Readonly<Record<string, unknown>>[] = [];
    for (const digital_human of digital_humans) {
      const { id, name } = digital_human;
      if (!name || taken.has(name)) {
        await context.terminal.note(`left out: ${id}, ${name ? `a second "${name}"` : "which has no name"}`);
        continue;
      }
      taken.add(name);
      kept.push(manifestEntry(digital_human, defaults));
    }
    return { data: { kind: "DigitalHumans", simulation_ids: [simulation_id], digital_humans: kept } };
  },
});
