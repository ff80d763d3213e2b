import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { useProgram } from "../support/in-process.ts";
import { makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";

const service = useService();
const parley = useProgram(service);
const file = () => join(parley.home, "simulation.yaml");

describe("parley pull and push", () => {
  test("a simulation is written to a file and pushed back without a change, and a change in the file is applied", async () => {
    const { id } = await makeSimulation(service.acme, { agent_id: 101, name: "Smoke" });
    await makeDigitalHuman(service.acme, { name: "Ann", intent: "Costs ${PRICE}" }, [id]);
    const pulled = await parley(["pull", "simulation", String(id)]);
    expect(pulled).toMatchObject({ code: 0, stderr: "" });
    expect(parse(pulled.stdout)).toMatchObject({
      digital_humans: [{ name: "Ann", intent: "Costs $${PRICE}" }],
    });
    writeFileSync(file(), pulled.stdout);
    const same = await parley(["push", "-f", file(), "--plan", "--detailed-exitcode"]);
    expect(same).toMatchObject({ code: 0, stdout: expect.stringContaining("nothing to change") });

    writeFileSync(file(), readFileSync(file(), "utf8").replace("name: Ann", "name: Anna"));
    const planned = await parley(["push", "-f", file(), "--plan", "--detailed-exitcode"]);
    expect(planned).toMatchObject({
      code: 9,
      stdout: expect.stringContaining('update digital human "Anna": name'),
    });
    expect((await parley(["push", "-f", file()])).stderr).toContain("pass --yes");
    expect((await parley(["pull", "simulation", String(id), "--json"])).json.digital_humans[0].name).toBe(
      "Ann",
    );

    const pushed = await parley(["push", "-f", file(), "--yes", "--json"]);
    expect(pushed).toMatchObject({ code: 0, json: { valid: true, simulation_id: id } });
    expect((await parley(["pull", "simulation", String(id), "--json"])).json.digital_humans[0].name).toBe(
      "Anna",
    );
  });

  test("reports what the service refuses, and changes nothing", async () => {
    const { id } = await makeSimulation(service.acme, { agent_id: 101, name: "Smoke" });
    const { json } = await parley(["pull", "simulation", String(id), "--json"]);
    json.digital_humans.push({
      bluejay_as_code_id: json.agents[0].bluejay_as_code_id,
      name: "W",
      tag: "workflow",
    });
    writeFileSync(file(), JSON.stringify(json));
    const { code, stderr } = await parley(["push", "-f", file(), "--yes"]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/digital_humans\.0: .*enriched_playback/);
    expect(stderr).toContain("nothing was changed");
  });

  test.each([
    [["pull", "thing", "7"], "must be one of simulation"],
    [["pull", "agent", "x"], "must be an integer"],
    [["pull", "custom-metric", "7"], "must be a UUID"],
    [["push"], "no document given"],
  ])("%j is a usage error", async (words, why) => {
    const { code, stderr } = await parley(words);
    expect(code).toBe(2);
    expect(stderr).toContain(why);
  });

  test("a typing error in the document stays here", async () => {
    writeFileSync(file(), "agents: []\nsimulations: []\ndigital_human: []\n");
    const { code, stderr } = await parley(["push", "-f", file(), "--yes"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/simulation\.yaml:3:1.*did you mean digital_humans/s);
  });
});

test("a service without plans gets the document once, and its errors are reported", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    asked.push(`${request.method} ${request.url}`);
    const isPush = request.url === "/v1/bluejay-as-code";
    response.writeHead(isPush ? 200 : 404, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ valid: false, errors: ["no such model"], actions: [], simulation_id: null }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const items = [{ bluejay_as_code_id: "00000000-0000-4000-8000-000000000001", name: "x" }];
  writeFileSync(file(), JSON.stringify({ agents: items, simulations: items }));
  const env = { PARLEY_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const { code, stderr } = await parley(["push", "-f", file(), "--yes"], { env });
  server.close();
  expect(code).toBe(3);
  expect(stderr).toContain("no such model");
  expect(asked).toEqual(["GET /openapi.json", "POST /v1/bluejay-as-code"]);
});
