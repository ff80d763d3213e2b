/** What the callers of a test file expect of the tables of its world. */
import { stateTablesIn } from "../../engine/world/expected.ts";
import type { Detail } from "../../lib/failure.ts";
import { suggestion } from "../nearest.ts";
import { pathFault } from "./check.ts";
import type { Parsed } from "./parsed.ts";
import type { TestCaller } from "./test-callers.ts";
import type { WorldFile } from "./world-file.ts";

/** Expectations of tables that are not there would never hold, and never fail. */
export function worldFaults(
  parsed: Parsed,
  callers: readonly TestCaller[],
  world: WorldFile | undefined,
  has_probe: boolean,
): Detail[] {
  // The tables of the agent's own system are not known before it is asked.
  if (!world && has_probe) return [];
  return callers.flatMap(({ path, fields }) =>
    stateTablesIn(fields).flatMap((table) => {
      if (!world)
        return [
          pathFault(
            parsed,
            path,
            `expects something of the table ${table}; name the file's world with \`world:\`, or ask the agent's own system with \`agent.state_probe\``,
          ),
        ];
      if (world.world.tables.has(table)) return [];
      const tables = [...world.world.tables.keys()];
      return [pathFault(parsed, path, `${table} is not a table of the world${suggestion(table, tables)}`)];
    }),
  );
}
