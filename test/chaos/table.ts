import type { Row } from "./row.ts";
import { changing } from "./rows/changing.ts";
import { conversing } from "./rows/conversing.ts";
import { reading } from "./rows/reading.ts";
import { versions } from "./rows/versions.ts";

export const table: readonly Row[] = [...reading, ...changing, ...versions, ...conversing];

/** Commands that send nothing to the service. */
export const LOCAL: ReadonlySet<string> = new Set([
  ...["auth logout", "auth list", "auth use", "journal list", "journal show", "journal clear"],
  ...["admin org list", "admin org create", "admin key list", "admin key create", "admin key revoke"],
  ...["serve", "completion", "validate", "init", "schema"],
]);
