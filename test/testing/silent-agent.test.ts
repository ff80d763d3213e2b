import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { BOB, useFolder, webhook } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();

test("one that Parley starts may answer later; if it does not, what it said instead is shown", async () => {
  const script =
    'require("http").createServer((_, response) => response.end("Hello!")).listen(process.env.AGENT_PORT, "127.0.0.1")';
  const agent = { ...(await webhook("well")), command: `node -e '${script}'` };
  const cwd = files.write(agent, [{ ...BOB, silence_timeout: 15 }]);
  const { code, stdout } = await parley(["test"], { cwd });
  expect(stdout).toContain(
    ' ! Bob: the agent never answered: its response has no message: "Hello!"; an answer is a JSON object with',
  );
  expect(code).toBe(7);
});
