/** A thousand call logs of another platform, each in a file of its own. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { environment, KEY, PARLEY, startService, timeNode, useFolder } from "../support/processes.mjs";
import { summary } from "../support/statistics.mjs";

export const title = "Imports";

const CALLS = 1000;
const ROUNDS = 5;
const LOG = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../fixtures/call-logs/retell.json"), "utf8"),
);
const SEED = {
  kind: "Seed",
  organizations: [{ name: "bench", api_key: KEY, agents: [{ id: 101, name: "Front desk", mode: "TEXT" }] }],
};

export async function measure() {
  const folder = useFolder();
  const service = await startService(folder.path, SEED, ["--data", join(folder.path, "data")]);
  const times = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const logs = join(folder.path, `logs-${round}`);
      mkdirSync(logs);
      const names = Array.from({ length: CALLS }, (_, i) => `${i}.json`);
      for (const name of names)
        writeFileSync(join(logs, name), JSON.stringify({ ...LOG, call_id: `call_${round}_${name}` }));
      const args = [PARLEY, "import", ...names, "--agent", "101", "--quiet", "-o", "csv"];
      times.push((await timeNode(args, { env: environment(folder.path, service.url), cwd: logs })) / 1000);
    }
    return [
      {
        unit: "s",
        rows: [{ what: `\`import\` of ${CALLS} logs into \`parley serve\``, at_most: 10, ...summary(times) }],
      },
    ];
  } finally {
    await service.stop();
    folder.remove();
  }
}
