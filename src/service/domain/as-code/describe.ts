/** Stored objects in the fields of a document, without secrets and without empty values. */
import type { Output } from "../../../contract/types.ts";
import { SECRET_FIELDS } from "../../../contract/values.ts";
import type { Row } from "../../store/schema.ts";
import { recordOf } from "../digital-humans/record.ts";
import { settingsOf } from "../simulations/settings.ts";
import { readUnknownFields } from "../unknown-fields.ts";

/** An object without its identity. */
export type Described<
  N extends "AgentAsCode" | "SimulationAsCode" | "DigitalHumanAsCode" | "CustomMetricAsCode",
> = Omit<Output<N>, "bluejay_as_code_id">;

export const describeAgent = ({ record }: Row<"agent">): Described<"AgentAsCode"> =>
  withoutEmpty(without(JSON.parse(record), [...SECRET_FIELDS, "state_probe_headers"]));

/** @param asCodeId the identity of a metric in documents */
export function describeSimulation(
  row: Row<"simulation">,
  asCodeId: (metric_id: string) => string,
): Described<"SimulationAsCode"> {
  const { name, description, max_concurrent, max_turns, opening_patience_ms } = row;
  const { selected_custom_metrics, ...settings } = settingsOf(row);
  return withoutEmpty({
    ...readUnknownFields(row.unknown_fields),
    name,
    description,
    max_concurrent,
    max_turns,
    opening_patience_ms,
    ...settings,
    ...(settings.max_call_duration && { max_call_duration_units: "seconds" as const }),
    selected_custom_metrics: selected_custom_metrics?.map(asCodeId),
  });
}

export const describeDigitalHuman = (row: Row<"digital_human">): Described<"DigitalHumanAsCode"> =>
  withoutEmpty(recordOf(row));

export const describeMetric = ({ record }: Row<"custom_metric">): Described<"CustomMetricAsCode"> =>
  withoutEmpty(JSON.parse(record));

const without = (fields: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** A document has only its own identity, so fields of the record with the same name are left out. */
const withoutEmpty = <T extends object>(fields: T): T =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => value !== null && value !== undefined && name !== "bluejay_as_code_id",
    ),
  ) as T;
