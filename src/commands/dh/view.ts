import type { Answer, Lenient } from "../../contract/types.ts";
import type { View } from "../../render/view.ts";

/** Digital humans as a list shows them. */
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

/** The record in the answer of E3 and E4; its simulations are told in a remark. */
export const digitalHumanRecord = { kind: "record", of: "digital_human" } as const satisfies View;

/** Where a digital human takes part, and how to make it where it does not. */
export function simulationsHint({
  digital_human: { id },
  simulation_ids,
}: Lenient<Answer<"get_digital_human">>) {
  return simulation_ids?.length
    ? `in simulation ${simulation_ids.join(", ")}`
    : `in no simulation; \`parley dh update ${id} --set simulation_ids='[…]'\` puts it into some`;
}
