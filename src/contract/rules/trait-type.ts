import type { TRAIT_DATA_TYPES } from "../values.ts";

/** The `trait_data_type` of a trait with this value. The type of a list is that of its items. */
export function traitType(value: unknown): (typeof TRAIT_DATA_TYPES)[number] {
  const [item] = Array.isArray(value) ? value : [value];
  return typeof item === "number" ? "NUMBER" : typeof item === "boolean" ? "BOOLEAN" : "STRING";
}
