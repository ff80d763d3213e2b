import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { useCli } from "../support/cli.ts";
import { useRecorder } from "../support/recorder.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const recorder = useRecorder();
const parley = useCli(recorder);
const made = {
  digital_humans: [
    {
      name: "Probe: Never shout.",
      tag: "policy_probe",
      intent: "Could you shout?",
      language: "en",
      creativity: 0.7,
      role_description: "You like ${NOTHING}.",
      generation: { generated_by: "rules", source: "Never shout." },
    },
  ],
  status: "200",
  success: true,
  warning: null,
};
const generate = (...args: string[]) => parley(["dh", "generate", "--agent", "101", ...args]);

describe("parley dh generate", () => {
  test("--preview asks for a preview and shows what would be made and from what", async () => {
    recorder.answer({ body: made });
    const { code, stdout } = await generate("--probe", "3", "--seed", "s", "--preview");
    expect(code).toBe(0);
    expect(recorder.requests.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      {
        method: "POST",
        path: "/v1/generate-digital-humans",
        body: { agent_id: "101", policy_probes: 3, seed: "s", preview: true },
      },
    ]);
    expect(stdout).toContain("Probe: Never shout.");
    expect(stdout.trimEnd().split("\n").at(-1)?.split("\t").slice(1)).toEqual([
      "Probe: Never shout.",
      "policy_probe",
      "Could you shout?",
      "en",
      "Never shout.",
    ]);
  });

  test("--out writes a manifest with what differs from the defaults, and stores nothing", async () => {
    recorder.answer({ body: made });
    const { code, json } = await generate("--probe", "1", "--simulation", "7", "--out", "out.yaml", "--json");
    expect({ code, json }).toEqual({ code: 0, json: made });
    expect(recorder.requests[0]?.body).toMatchObject({ simulation_id: "7", preview: true });
    expect(parse(readFileSync(join(parley.home, "out.yaml"), "utf8"))).toEqual({
      kind: "DigitalHumans",
      simulation_ids: [7],
      digital_humans: [
        {
          name: "Probe: Never shout.",
          tag: "policy_probe",
          intent: "Could you shout?",
          role_description: "You like $${NOTHING}.",
          generation: { generated_by: "rules", source: "Never shout." },
        },
      ],
    });
  });

  test("--out keeps a file that is there", async () => {
    recorder.answer({ body: made });
    writeFileSync(join(parley.home, "mine.yaml"), "mine\n");
    expect(await generate("--load", "1", "--simulation", "7", "--out", "mine.yaml")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/the file already exists\n {2}mine\.yaml/),
    });
    expect(readFileSync(join(parley.home, "mine.yaml"), "utf8")).toBe("mine\n");
  });

  test("--out without a simulation is refused before anything is sent", async () => {
    expect(await generate("--load", "1", "--out", "none.yaml")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("a manifest needs a simulation"),
    });
    expect(recorder.requests).toEqual([]);
    expect(existsSync(join(parley.home, "none.yaml"))).toBe(false);
  });

  test("--dry-run shows the request and writes no file", async () => {
    const { json } = await generate(
      ...["--load", "1", "--simulation", "7", "--out", "dry.yaml", "--dry-run", "--json"],
    );
    expect(json.body).toEqual({ agent_id: "101", simulation_id: "7", load_testing: 1, preview: true });
    expect(existsSync(join(parley.home, "dry.yaml"))).toBe(false);
  });
});

describe("against the service", () => {
  const service = useService();
  const on = (...args: string[]) =>
    parley(args, { env: { PARLEY_BASE_URL: service.url(), PARLEY_API_KEY: ACME_KEY } });
  let simulation: string;
  beforeAll(async () => {
    const { body } = await service.acme("POST", "/v1/create-simulation", { name: "Smoke", agent_id: 101 });
    simulation = String(body.id);
  });

  test("what --out writes, apply stores, and then there is nothing to change", async () => {
    const file = "reviewed.yaml";
    const generated = await on(
      ...["dh", "generate", "--agent", "101", "--goal", "Book an appointment=3", "--red-team", "9"],
      ...["--simulation", simulation, "--out", file],
    );
    expect(generated.code).toBe(0);
    expect((await on("dh", "list", simulation, "--json")).json.digital_humans).toEqual([]);
    expect((await on("dh", "apply", "-f", file, "--yes", "--json")).code).toBe(0);
    expect((await on("dh", "list", simulation, "--json")).json.digital_humans).toHaveLength(12);
    const plan = await on("dh", "plan", "-f", file, "--detailed-exitcode");
    expect({ code: plan.code, summary: plan.stdout.trimEnd().split("\n").at(-1) }).toEqual({
      code: 0,
      summary: "0 to create, 0 to update, 12 unchanged, 0 unmanaged",
    });
  });
});
