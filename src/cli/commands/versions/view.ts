import type { View } from "../../render/view.ts";
import { option } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { versionNumber } from "./words.ts";

/** The view of a list of versions; `show` prints their texts. */
export const versionRows = {
  kind: "rows",
  columns: ["version", "labels", { title: "message", value: "commit_message" }, "id"],
  empty: "no versions",
} as const satisfies View;

/** The query options of lists of versions. */
export const versionFilters = {
  label: option("--label <label>", "only the version with this label"),
  version: option("--version <n>", "only this version", versionNumber),
  limit: option("--limit <n>", "at most this many (the service's default: 50)", integerFrom(1)),
};
