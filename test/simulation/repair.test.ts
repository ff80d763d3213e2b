/** `parley release check --fixes`: a repair of a prompt, with an agent that does what its version says. */
import { beforeAll, expect, test } from "vitest";
import { CAREFUL, CARELESS, SHOPPER, useDesk } from "../support/desk.ts";
import { useProgram } from "../support/in-process.ts";
import { makeAgent, makeDigitalHuman, makePrompts, makeSimulation } from "../support/make.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const service = useService();
const cli = useProgram(service);
const parley = (...args: string[]) => cli(args, { env: { PARLEY_API_KEY: ACME_KEY } });

/** Version 1 is careless, version 2 is repaired, and version 3 only changes other words. */
const desk = useDesk(({ prompt_version }) => (prompt_version === 2 ? CAREFUL : CARELESS));

let simulation: string;
let result_id: string;
beforeAll(async () => {
  const { agent_id, path } = await makeAgent(service.acme, { http_webhook: desk.url() });
  await makePrompts(service.acme, path, ["production"], ["candidate"], ["other"]);
  const { id } = await makeSimulation(service.acme, { agent_id });
  simulation = String(id);
  await makeDigitalHuman(service.acme, SHOPPER, [id]);
  const run = await parley("sim", "start", simulation, "--wait", "--poll", "0.1", "--json");
  const { json } = await parley("sim", "results", String(run.json.run.id), "--json");
  result_id = String(json.simulation_results[0].id);
});

const check = (...args: string[]) =>
  parley("release", "check", simulation, "--poll", "0.1", "--fixes", result_id, ...args);

test("a repair is accepted with the bound that it is stated with", async () => {
  const { code, stderr } = await check("--prompt", "candidate", "--repeat", "4");
  expect(code).toBe(0);
  expect(stderr).toContain("before: 4 of 4 conversations fail by it, after: 0 of 4; p = 0.014\n");
  expect(stderr).toContain("with 95% certainty, at most 52.7% of conversations still do\n");
});

test("too few conversations, and a version that changes nothing, are not accepted", async () => {
  const few = await check("--prompt", "candidate", "--repeat", "1", "--json");
  expect(few.code).toBe(9);
  expect(few.json).toMatchObject({ verdict: "not_passed", fixes: { before: { failed: 1, n: 1 } } });
  expect(few.json.reason).toContain("which may be chance (p = 0.500)");
  const other = await check("--prompt", "other", "--repeat", "2", "--json");
  expect(other.code).toBe(9);
  expect(other.json.fixes).toMatchObject({ reason: "it still fails in 2 of 2 conversations" });
  expect(await check("--prompt", "production")).toMatchObject({ code: 2 });
  expect(await parley("release", "check", simulation, "--repeat", "2")).toMatchObject({ code: 2 });
});
