import type { Context } from "../../../context.ts";

/** The simulation; exit code 5 if it does not exist. */
export const simulationOf = (context: Context, simulation_id: number) =>
  context.read("get_simulation", { params: { simulation_id } });

/** The names of a simulation's digital humans, without the unnamed ones. */
export async function digitalHumanNames(
  context: Context,
  simulation_id: number,
): Promise<Map<number, string>> {
  const { digital_humans } = await context.read("list_digital_humans", { params: { simulation_id } });
  return new Map(digital_humans.flatMap(({ id, name }) => (name ? [[id, name] as const] : [])));
}
