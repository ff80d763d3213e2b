import { test } from "vitest";
import { useCli } from "../support/cli.ts";
import { AGENTS, useFolder } from "../support/testing.ts";
import { killAtRandom } from "./kills.ts";

const parley = useCli();
const files = useFolder();

test("twenty-four kills at random moments leave no process", { timeout: 600_000 }, async () => {
  await killAtRandom(parley, files, {
    times: 24,
    agents: AGENTS,
    signals: ["SIGKILL", "SIGTERM", "SIGINT", "SIGKILL"],
  });
});
