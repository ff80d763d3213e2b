import type { Row } from "./row.ts";
import { changing } from "./rows/changing.ts";
import { collections } from "./rows/collections.ts";
import { conversing } from "./rows/conversing.ts";
import { reading } from "./rows/reading.ts";
import { versions } from "./rows/versions.ts";

export const table: readonly Row[] = [...reading, ...changing, ...collections, ...versions, ...conversing];

const LOCAL: readonly string[] = [
  ...["auth logout", "auth list", "auth use", "journal list", "journal show", "journal clear"],
  ...["serve", "mcp", "completion", "validate", "init", "schema", "metrics builtin"],
];

/** Commands that send nothing to the service by themselves; `admin` works on its store, `mcp` does what its client asks. */
export const isLocal = (command: string) => LOCAL.includes(command) || command.startsWith("admin ");
