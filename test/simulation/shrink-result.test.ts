/** `parley sim shrink RESULT`: the smallest caller that fails as that of a conversation of the service did. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { CAREFUL, CARELESS, SHOPPER, useDesk } from "../support/desk.ts";
import { useProgram } from "../support/in-process.ts";
import { makeAgent, makeDigitalHuman, makePrompts, makeSimulation } from "../support/make.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const service = useService();
const cli = useProgram(service);
const parley = (...args: string[]) => cli(args, { env: { PARLEY_API_KEY: ACME_KEY } });
let is_mended = false;
const desk = useDesk(() => (is_mended ? CAREFUL : CARELESS));

let simulation_id: number;
let result_id: string;
beforeAll(async () => {
  const { agent_id, path } = await makeAgent(service.acme, { http_webhook: desk.url() });
  await makePrompts(service.acme, path, ["production"]);
  ({ id: simulation_id } = await makeSimulation(service.acme, { agent_id }));
  await makeDigitalHuman(service.acme, SHOPPER, [simulation_id]);
  const run = await parley("sim", "start", String(simulation_id), "--wait", "--poll", "0.1", "--json");
  const { json } = await parley("sim", "results", String(run.json.run.id), "--json");
  result_id = String(json.simulation_results[0].id);
});

const callers = async () =>
  (await service.acme("GET", `/v1/digital-humans-by-simulation/${simulation_id}`)).body.digital_humans;

test("it is written as a digital human, and the temporary ones are gone", async () => {
  const { code, json } = await parley("sim", "shrink", result_id, "--json");
  expect(code).toBe(0);
  expect(json).toMatchObject({
    name: "Bob",
    reason: "Success criteria: fail when tool issue_refund called before tool lookup_order called",
    kept: ['fact phone: "0170 1234567"'],
    turns: 1,
    on_a_clean_line: null,
    stopped: null,
  });
  expect(json.taken).toContain('fact email: "bob@example.com"');
  expect(json.taken).toContain("turns: it opens with all that it knows");
  expect(await callers()).toHaveLength(1);
  const written = readFileSync(join(cli.home, "smallest.yaml"), "utf8");
  expect(written).toContain("phone: 0170 1234567\n");
  expect(written).not.toContain("test_name");
  expect(existsSync(join(cli.home, "smallest.yaml.journal"))).toBe(false);
});

test("a failure that does not recur, an id that failed nothing, and a name are refused", async () => {
  is_mended = true;
  const { code, stderr } = await parley("sim", "shrink", result_id, "--repeat", "2", "--out", "none.yaml");
  is_mended = false;
  expect(code).toBe(9);
  expect(stderr).toContain('did not fail by "Success criteria: fail when tool issue_refund called before');
  expect(stderr).toContain("in 2 conversations");
  expect(existsSync(join(cli.home, "none.yaml"))).toBe(false);
  expect(await callers()).toHaveLength(1);
  expect((await parley("sim", "shrink", "999999", "--out", "none.yaml")).code).toBe(5);
  expect((await parley("sim", "shrink", "Bob", "--out", "none.yaml")).code).toBe(2);
  writeFileSync(join(cli.home, "mine.yaml"), "mine");
  expect((await parley("sim", "shrink", result_id, "--out", "mine.yaml")).code).toBe(2);
});
