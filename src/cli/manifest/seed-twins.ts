/** Objects of a seed that a service could not tell apart, each with its place. */
import { type Identity, twinsIn } from "../../contract/rules/twins.ts";
import type { Output } from "../../contract/types.ts";
import type { Detail } from "../../lib/failure.ts";
import { pathFault } from "./check.ts";
import type { Parsed, Path } from "./parsed.ts";

export function seedTwins(parsed: Parsed, { organizations }: Output<"Seed">): Detail[] {
  const faults = (noun: string, path: Path, list: readonly Identity[]) =>
    twinsIn(list).map(({ place, field, value }) =>
      pathFault(
        parsed,
        [...path, place, field],
        field === "id"
          ? `another ${noun} has the id ${value}`
          : `another ${noun} is named ${JSON.stringify(value)}; give each an id`,
      ),
    );
  return organizations.flatMap(({ agents, metrics, simulations, workflows }, place) => {
    const path = ["organizations", place];
    return [
      ...faults("agent", [...path, "agents"], agents),
      ...faults("metric", [...path, "metrics"], metrics),
      ...faults("simulation", [...path, "simulations"], simulations),
      ...simulations.flatMap(({ digital_humans }, at) =>
        faults("digital human", [...path, "simulations", at, "digital_humans"], digital_humans),
      ),
      ...faults("workflow", [...path, "workflows"], workflows),
    ];
  });
}
