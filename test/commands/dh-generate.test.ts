import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const recorder = useRecorder();
const parley = useProgram(recorder);
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
  test("without anything to make sends nothing, and names the flags", async () => {
    const { code, stderr } = await generate("--num-runs", "2", "--preview");
    expect(code).toBe(2);
    expect(stderr).toContain("nothing to generate: no --goal, --probe, --red-team, --replay or --load");
    expect(stderr).toContain("hint: `parley dh generate --agent 101 --probe 5 --red-team 5 --preview`");
    expect(recorder.requests).toEqual([]);
  });

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
      "",
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
      stderr: expect.stringMatching(/the file already exists\n {2}--out mine\.yaml/),
    });
    expect(readFileSync(join(parley.home, "mine.yaml"), "utf8")).toBe("mine\n");
    expect(recorder.requests).toEqual([]);
  });

  test("--out without a simulation is refused before anything is sent", async () => {
    expect(await generate("--load", "1", "--out", "none.yaml")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("a manifest needs a simulation"),
    });
    expect(recorder.requests).toEqual([]);
    expect(existsSync(join(parley.home, "none.yaml"))).toBe(false);
  });

  describe("on a service that does not know these fields", () => {
    const stored = {
      ...made,
      digital_humans: [
        { ...made.digital_humans[0], id: 501 },
        { id: 502, name: "Late" },
      ],
    };

    test("--preview reports records that were stored anyway, and fails", async () => {
      recorder.answer({ body: stored });
      const { code, stderr, stdout } = await generate("--load", "2", "--simulation", "7", "--preview");
      expect(code).toBe(1);
      expect(stdout).toContain("502\tLate");
      expect(stderr).toContain("ignored the request for a preview and stored 2 digital humans: 501, 502");
      expect(stderr).toContain("parley dh list 7");
      expect(stderr).not.toContain("nothing was stored");
    });

    test("--out still writes what was created", async () => {
      recorder.answer({ body: stored });
      const ran = await generate("--load", "2", "--simulation", "7", "--out", "stored.yaml", "--json");
      expect({ code: ran.code, error: JSON.parse(ran.stderr).error.code }).toEqual({
        code: 1,
        error: "stored",
      });
      expect(parse(readFileSync(join(parley.home, "stored.yaml"), "utf8")).digital_humans).toHaveLength(2);
    });

    test.each([
      [[], "the digital humans above were stored"],
      [["--preview"], "nothing was stored"],
    ])("--probe that was ignored is a failure: %j", async (flags, hint) => {
      const digital_humans = [flags.length > 0 ? { name: "Late" } : { id: 502, name: "Late" }];
      recorder.answer({ body: { ...made, digital_humans } });
      const { code, stdout, stderr } = await generate("--probe", "3", "--load", "1", ...flags);
      expect(code).toBe(1);
      expect(stdout).toContain("Late");
      expect(stderr).toBe(
        "error: the service ignored --probe 3: it created no probes\n" +
          `hint: this service does not know --probe; ${hint}\n`,
      );
    });

    test("--probe without a probe passes if the service says why", async () => {
      const warning = "asked for 4 digital humans; made 1: there are no more rules in the prompt to probe";
      recorder.answer({ body: { ...made, digital_humans: [{ id: 502, name: "Late" }], warning } });
      expect(await generate("--probe", "3", "--load", "1")).toMatchObject({ code: 0 });
    });

    const detail = (field: string, msg = "Extra inputs are not permitted") => [{ loc: ["body", field], msg }];
    test.each([
      [["--probe", "3"], detail("policy_probes"), "--probe"],
      [["--load", "1", "--seed", "s"], detail("seed"), "--seed"],
      [["--load", "1", "--preview"], detail("preview"), "--preview and --out"],
      [["--probe", "1", "--seed", "s"], [...detail("policy_probes"), ...detail("seed")], "--probe, --seed"],
      [["--probe", "1"], "unknown field policy_probes", "--probe"],
    ])("%j is named where it is refused", async (flags, refusal, options) => {
      recorder.answer({ status: 422, body: { detail: refusal } });
      const { code, stderr } = await generate(...flags);
      expect(code).toBe(3);
      expect(stderr).toContain(`hint: this service does not know ${options}; nothing was stored`);
    });

    test("a value that is refused is not an unknown option", async () => {
      recorder.answer({ status: 422, body: { detail: detail("policy_probes", "must be at most 50") } });
      const { code, stderr } = await generate("--probe", "51");
      expect(code).toBe(3);
      expect(stderr).not.toContain("does not know");
    });
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

  test("--prompt reads a version by its number or label; without it, the one in production is read, and it says so", async () => {
    for (const [word, labels] of [
      ["Walruses", ["production"]],
      ["Pelicans", ["candidate"]],
    ] as const) {
      const prompt_text = `Never talk about ${word}.`;
      await service.acme("POST", "/v1/agents/101/prompts/versions", { prompt_text, labels });
    }
    const generate = (...args: string[]) =>
      on("dh", "generate", "--agent", "101", "--probe", "1", "--preview", ...args);
    const usual = await generate();
    expect(usual.stdout).toContain("Walruses");
    expect(usual.stderr).toMatch(/^note: read version 1 of the prompt, which is in production/m);
    expect(usual.stderr).not.toContain("warning");
    for (const word of ["candidate", "2"]) {
      const named = await generate("--prompt", word);
      expect(named.stdout).toContain("Pelicans");
      expect(named.stderr).not.toMatch(/^(?:warning|note):/m);
    }
    expect((await generate("--prompt", "9")).code).toBe(5);
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
