import type { Answer, Lenient } from "../../../../contract/types.ts";
import type { View } from "../../../render/view.ts";

/** The view of a list of digital humans. */
export const digitalHumanRows = {
  kind: "rows",
  rows: "digital_humans",
  columns: [
    "id",
    "name",
    "intent",
    "language",
    "tag",
    { title: "created", value: "created_at", kind: "time" },
  ],
  empty: "no digital humans",
} as const satisfies View;

/** The record in the answer of E3 and E4. A hint names its simulations. */
export const digitalHumanRecord = { kind: "record", of: "digital_human" } as const satisfies View;

/** The simulations of a digital human, or how to add it to some. */
export function simulationsHint({
  digital_human: { id },
  simulation_ids,
}: Lenient<Answer<"get_digital_human">>) {
  return simulation_ids?.length
    ? `in simulation ${simulation_ids.join(", ")}`
    : `not in a simulation yet; add it with \`parley sim add <simulation-id> ${id ?? "<id>"}\``;
}
