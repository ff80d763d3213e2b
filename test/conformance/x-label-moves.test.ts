import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { expectAnswer, expectRefusal } from "../support/expect.ts";
import { useProgram } from "../support/in-process.ts";
import { makeAgent, makePrompts } from "../support/make.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const service = useService();
const { acme, rival } = service;
const cli = useProgram(service);

const movesOf = async (path: string) => (await acme("GET", `${path}/label-moves`)).body.moves;
const label = (path: string, version: number, ...labels: string[]) =>
  acme("POST", `${path}/prompts/versions/${version}/labels`, { labels, override_label: true });

describe("GET /v1/agents/{agent_id}/label-moves", () => {
  test("lists every move with who made it, newest first; latest is not one", async () => {
    const { path, agent_id } = await makeAgent(acme);
    await makePrompts(acme, path, ["production"], []);
    await label(path, 2, "production");
    await label(path, 2, "production");
    await acme("DELETE", `${path}/prompts/versions/2/labels`, { labels: ["production"] });
    const reply = await acme("GET", `${path}/label-moves`);
    expectAnswer("list_label_moves", reply);
    const move = {
      agent_id,
      kind: "prompt",
      label: "production",
      evidence: null,
      at: expect.stringMatching(/Z$/),
      key_id: expect.any(String),
    };
    expect(reply.body.moves).toMatchObject([
      { ...move, action: "unlabel", previous_version: 2, version: null },
      { ...move, action: "label", previous_version: 1, version: 2 },
      { ...move, action: "label", previous_version: null, version: 1 },
    ]);
    expect((await acme("GET", `${path}/label-moves?label=other`)).body.moves).toEqual([]);
    expectRefusal(await rival("GET", `${path}/label-moves`), 404, /agent \d+ not found/);
  });

  test("keeps why a label was moved with its newest move only", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, [], []);
    const why = { kind: "prompt", label: "production", version: 2, action: "promote" };
    expectRefusal(await acme("POST", `${path}/label-moves`, why), 404, /move of label/);
    await label(path, 2, "production");
    const evidence = { simulation_run_id: 9, pass_rate: 1 };
    const reply = await acme("POST", `${path}/label-moves`, { ...why, evidence });
    expectAnswer("explain_label_move", reply);
    expect((await movesOf(path))[0]).toMatchObject({ action: "promote", evidence });
    await label(path, 1, "production");
    expectRefusal(await acme("POST", `${path}/label-moves`, why), 409, /newest move/);
  });

  test("is deleted with its agent", async () => {
    const { path, agent_id } = await makeAgent(acme);
    await makePrompts(acme, path, ["candidate"]);
    expect((await acme("DELETE", `/v1/agent/${agent_id}`)).status).toBe(200);
  });
});

describe("the commands use the service's history", () => {
  const run = (args: string[]) => cli(["prompts", ...args], { env: { PARLEY_API_KEY: ACME_KEY } });

  test("a rollback needs no file, and a conflict names who moved the label", async () => {
    const { path, agent_id } = await makeAgent(acme);
    await makePrompts(acme, path, [], [], []);
    const agent = ["--agent", String(agent_id), "--yes"];
    const first = await run(["promote", "1", "production", "--expect", "none", ...agent]);
    expect(first.code).toBe(0);
    expect((await run(["promote", "2", "production", ...agent])).code).toBe(0);
    const late = await run(["promote", "3", "production", "--expect", "none", ...agent]);
    expect(late.code).toBe(6);
    expect(late.stderr).toMatch(
      /production is on version 2, not on no version \(moved by .+ at \d{4}-\d\d-\d\dT.+Z\)/,
    );
    const history = await run(["history", "--agent", String(agent_id)]);
    expect(history.stdout).toMatch(/production from 1 \(promote by /);
    rmSync(join(cli.home, ".parley"), { recursive: true });
    const elsewhere = await cli(["prompts", "rollback", "production", ...agent, "--json"], {
      env: { PARLEY_API_KEY: ACME_KEY },
    });
    expect(elsewhere.json).toMatchObject({ previous_version: 2, version: 1, moved: true });
    expect((await movesOf(path))[0]).toMatchObject({ action: "rollback", previous_version: 2, version: 1 });
  });
});
