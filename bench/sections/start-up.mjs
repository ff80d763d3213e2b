/** How long a command that does almost nothing takes, as a whole process. */
import { join } from "node:path";
import { environment, PARLEY, startServer, timeNode, useFolder } from "../support/processes.mjs";
import { inTurns, ratio, summary } from "../support/statistics.mjs";

export const title = "Start-up";

const GET = join(import.meta.dirname, "../clients/get.cjs");
const LIST = "`parley agents list`: one GET, printed as a table";
const COMMANDS = [
  { what: "`parley --version`", args: ["--version"], at_most: 1.1 },
  { what: "`parley --help`", args: ["--help"], at_most: 1.1 },
  { what: "`parley agents list --help`", args: ["agents", "list", "--help"], at_most: 1.2 },
  { what: LIST, args: ["agents", "list"], at_most: 2.2 },
  { what: "completion of `parley agents li`", args: ["__complete", "agents", "li"], at_most: 1.15 },
];

export async function measure() {
  const folder = useFolder();
  const server = await startServer("nothing.mjs");
  const options = { env: environment(folder.path, server.url), cwd: folder.path };
  try {
    const times = await inTurns(
      {
        nothing: () => timeNode(["-e", "0"], options),
        get: () => timeNode([GET], options),
        ...Object.fromEntries(
          COMMANDS.map(({ what, args }) => [what, () => timeNode([PARLEY, ...args], options)]),
        ),
      },
      { rounds: 40, budget_ms: 30_000 },
    );
    return [
      {
        unit: "× `node -e 0`",
        rows: [
          ...COMMANDS.map(({ what, at_most }) => ({ what, at_most, ...ratio(times[what], times.nothing) })),
          {
            what: "for comparison: one GET with nothing but `node:http`",
            ...ratio(times.get, times.nothing),
          },
        ],
      },
      { unit: "ms", rows: [{ what: "`node -e 0`", ...summary(times.nothing) }] },
    ];
  } finally {
    await server.stop();
    folder.remove();
  }
}
