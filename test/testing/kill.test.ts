import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { processesWith } from "../support/leftovers.ts";
import { AGENTS, useFolder, webhook } from "../support/testing.ts";
import { killAtRandom } from "./kills.ts";

const parley = useCli();
const files = useFolder();

test("kills at random moments leave no process", async () => {
  await killAtRandom(parley, files, { times: 6, agents: AGENTS, signals: ["SIGKILL", "SIGTERM", "SIGINT"] });
});

test("Ctrl-C ends with 130, and the last run stays readable", async () => {
  const agent = await webhook("late");
  const cwd = files.write({ ...agent, env: { ...agent.env, MARK: "parley-mark-ctrl-c" } });
  const first = files.write({ command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true });
  await parley(["test"], { cwd: first });
  const child = parley.start(["test"], { cwd });
  await expect.poll(() => processesWith("parley-mark-ctrl-c").length).toBeGreaterThan(0);
  child.kill("SIGINT");
  const [code] = await once(child, "exit");
  expect(code).toBe(130);
  await expect.poll(() => processesWith("parley-mark-ctrl-c")).toEqual([]);
  expect(JSON.parse(readFileSync(join(first, ".parley/test/last-run.json"), "utf8")).counts.passed).toBe(1);
});
