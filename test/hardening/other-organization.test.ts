/** What a key holder of one organization gets for objects of another, by command and after a backup. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { type Served, startService } from "../support/served.ts";
import { callsWith } from "../support/service.ts";

const SEED = {
  kind: "Seed",
  organizations: [
    {
      name: "acme",
      api_key: "pk_test_acme",
      agents: [{ id: 101, name: "Front desk", mode: "TEXT" }],
      simulations: [
        {
          id: 7,
          name: "Refunds",
          agent_id: 101,
          digital_humans: [{ id: 501, name: "Dana", intent: "I want a refund." }],
        },
      ],
    },
    {
      name: "rival",
      api_key: "pk_test_rival",
      agents: [{ id: 201, name: "Rival desk", mode: "TEXT" }],
      simulations: [
        {
          id: 8,
          name: "Rivals",
          agent_id: 201,
          digital_humans: [{ id: 601, name: "Eve", intent: "I want a refund." }],
        },
      ],
    },
  ],
};

const parley = useProgram();
const data = join(parley.home, "data");
let service: Served;
beforeAll(async () => {
  writeFileSync(join(parley.home, "seed.json"), JSON.stringify(SEED));
  writeFileSync(join(parley.home, "prompt.md"), "The secret recipe of acme.\n");
  service = await startService(parley, "--data", data, "--seed", "seed.json");
  for (const label of ["production", "candidate"]) {
    const pushed = await as("acme", "prompts", "push", "prompt.md", "--agent", "101");
    expect(pushed.code, pushed.stderr).toBe(0);
    const labelled = await as(
      "acme",
      "prompts",
      "label",
      String(pushed.json.version),
      label,
      "--agent",
      "101",
    );
    expect(labelled.code, labelled.stderr).toBe(0);
  }
});
afterAll(async () => {
  await service.stop("SIGTERM");
});

const as = (who: "acme" | "rival", ...args: string[]) =>
  parley([...args, "--json"], { env: { PARLEY_BASE_URL: service.url, PARLEY_API_KEY: `pk_test_${who}` } });
const acme = () => callsWith(service.url, "pk_test_acme");
const rival = () => callsWith(service.url, "pk_test_rival");
const runsOf = async () => (await acme()("GET", "/v1/get-simulation-runs/7")).body;
const labelsOf = async () => (await acme()("GET", "/v1/agents/101/labels")).body;

describe("a command with the key of another organization", () => {
  test.each([
    ["release check", ["release", "check", "7", "--poll", "0.05"]],
    ["release compare", ["release", "compare", "7", "production", "candidate"]],
    ["prompts promote", ["prompts", "promote", "candidate", "production", "--agent", "101", "--yes"]],
    ["prompts rollback", ["prompts", "rollback", "production", "--agent", "101", "--yes"]],
    ["prompts show", ["prompts", "show", "production", "--agent", "101"]],
    ["sim start", ["sim", "start", "7"]],
    ["chat --new", ["chat", "--new", "7"]],
  ])("%s finds nothing and changes nothing", async (_, args) => {
    const before = [await runsOf(), await labelsOf()];
    const { code, stdout, stderr } = await as("rival", ...args);
    expect(code, stdout + stderr).toBe(5);
    expect(stdout + stderr).not.toMatch(/secret recipe|bug in parley|fault of parley/);
    expect([await runsOf(), await labelsOf()]).toEqual(before);
  });

  test("a version of another organization is tested in no run and read by no generation", async () => {
    const { json } = await as("acme", "prompts", "show", "production", "--agent", "101");
    const { id: prompt_id } = json;
    expect(prompt_id).toBeDefined();
    const started = await rival()("POST", "/v1/queue-http-text-simulation-run", {
      simulation_id: 8,
      prompt_id,
    });
    expect(started.status).toBe(404);
    const generated = await rival()("POST", "/v1/generate-digital-humans", {
      agent_id: "201",
      preview: true,
      prompt_id,
      policy_probes: 3,
    });
    expect(generated.status).toBe(404);
    expect(JSON.stringify([started.body, generated.body])).not.toContain("secret recipe");
  });
});

describe("after a backup was restored", () => {
  test("each key reaches its own organization, and no other", async () => {
    const copy = join(parley.home, "copy");
    await service.stop("SIGTERM");
    expect((await parley(["admin", "export", "all.jsonl", "--data", data])).code).toBe(0);
    expect((await parley(["admin", "import", "all.jsonl", "--data", copy])).code).toBe(0);
    service = await startService(parley, "--data", copy);
    const paths = ["/v1/agents/101/labels", "/v1/get-simulation-runs/7", "/v1/digital-human/501"];
    for (const path of paths) {
      expect((await acme()("GET", path)).status, path).toBe(200);
      expect((await rival()("GET", path)).status, path).toBe(404);
    }
    expect((await rival()("GET", "/v1/digital-human/601")).status).toBe(200);
    expect((await as("rival", "release", "check", "7", "--poll", "0.05")).code).toBe(5);
  });

  test("an export is not loaded into a store that has its own organization", async () => {
    const occupied = join(parley.home, "occupied");
    await (await startService(parley, "--data", occupied)).stop("SIGTERM");
    const { code, stderr } = await parley(["admin", "import", "all.jsonl", "--data", occupied]);
    expect(code).not.toBe(0);
    expect(stderr).toContain("the store is not empty");
  });
});
