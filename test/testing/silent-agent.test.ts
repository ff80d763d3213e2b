import { afterAll, beforeAll, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { useProgram } from "../support/in-process.ts";
import { type Served, startService } from "../support/served.ts";
import { BOB, useFolder, webhook } from "../support/testing.ts";

const parley = useProgram();
const cli = useCli();
const files = useFolder();
let served: Served;
beforeAll(async () => {
  served = await startService(cli, "--memory");
});
afterAll(() => served.stop("SIGTERM"));

test.concurrent("one that Parley starts may answer later; if it does not, what it said instead is shown", async () => {
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

test.concurrent("on a service, one that never answers is not judged, and one that falls silent is", async () => {
  const [{ api_key } = { api_key: "" }] = served.organizations;
  const env = { PARLEY_BASE_URL: served.url, PARLEY_API_KEY: api_key ?? "" };
  const run = async (...args: string[]) => (await cli([...args, "--json"], { env })).json;
  const { agent_id } = await run("agents", "create", "--set", "name=Desk", "--set", "mode=TEXT");
  const { simulation_id: simulation } = await run(
    "sim",
    "create",
    "--agent",
    String(agent_id),
    "--name",
    "Silence",
  );
  const human = (name: string) => [
    ...[
      "dh",
      "create",
      "--simulation",
      String(simulation),
      "--set",
      `name=${name}`,
      "--set",
      "silence_timeout=15",
    ],
    ...[
      "--set",
      "intent=Wants a refund for an order.",
      "--set",
      'success_criteria=@rules\nfail when agent says "no"',
    ],
  ];
  const never = (await run(...human("Never"))).digital_human.id;
  const once = (await run(...human("Once"))).digital_human.id;
  const { simulation_run_id } = await run("sim", "start", String(simulation));
  const results = async (): Promise<Record<string, unknown>[]> =>
    (await run("sim", "results", String(simulation_run_id))).simulation_results;
  const of = async (id: number) => (await results()).find(({ digital_human_id }) => digital_human_id === id);
  await expect.poll(async () => (await of(once))?.["status"], { timeout: 20_000 }).toBe("RUNNING");
  const body = { simulation_result_id: String((await of(once))?.["id"]), message: "What is the number?" };
  await run("api", "POST", "/v1/send-http-text-message", "-d", JSON.stringify(body));
  const over = async () => (await results()).every(({ outcome }) => outcome != null);
  await expect.poll(over, { timeout: 80_000, interval: 1000 }).toBe(true);
  expect(await of(never)).toMatchObject({
    end_reason: "silence_timeout",
    outcome: "incompleted",
    outcome_reason: "silence_timeout: the agent never answered",
  });
  expect(await of(once)).toMatchObject({
    end_reason: "silence_timeout",
    outcome: "failed",
    outcome_reason: expect.stringContaining("the agent stayed silent"),
  });
});
