import type { Row } from "./row.ts";
import { changing } from "./rows/changing.ts";
import { collections } from "./rows/collections.ts";
import { conversing } from "./rows/conversing.ts";
import { reading } from "./rows/reading.ts";
import { versions } from "./rows/versions.ts";

export const table: readonly Row[] = [...reading, ...changing, ...collections, ...versions, ...conversing];

const LOCAL: readonly string[] = [
  ...["auth logout", "auth list", "auth use", "journal list", "journal show", "journal clear"],
  ...["serve", "completion", "docs", "validate", "init", "schema", "metrics builtin", "test"],
  ...["world check", "world try", "import tests"],
  // Its tools are other commands, which have their own rows.
  "mcp",
];

/** Commands that send nothing to the service. `admin` uses its store. */
export const isLocal = (command: string) => LOCAL.includes(command) || command.startsWith("admin ");
