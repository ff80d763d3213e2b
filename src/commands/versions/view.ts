import type { View } from "../../render/view.ts";
import { option } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { versionNumber } from "./words.ts";

/** Versions as a list shows them; their texts are for `show`. */
export const versionRows = {
  kind: "rows",
  columns: ["version", "labels", { title: "message", value: "commit_message" }, "id"],
  empty: "no versions",
} as const satisfies View;

/** The query of the lists of versions. */
export const versionFilters = {
  label: option("--label <label>", "only the version that holds this label"),
  version: option("--version <n>", "only this version", versionNumber),
  limit: option("--limit <n>", "this many at most (the service's default: 50)", integerFrom(1)),
};
