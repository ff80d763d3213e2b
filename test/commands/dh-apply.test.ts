import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { type Recorded, type Reply, useRecorder } from "../support/recorder.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { runInTerminal } from "../support/terminal.ts";

const recorder = useRecorder();
const parley = useProgram(recorder);
const write = (name: string, text: string) => writeFileSync(join(parley.home, name), text);

const HEAD = "kind: DigitalHumans\nsimulation_ids: [7]\ndigital_humans:\n";
const present = [
  { id: 1, name: "Same", created_at: "2026-11-01T12:00:00Z", language: "en", creativity: 0.7 },
  {
    id: 2,
    name: "Other",
    created_at: "2026-11-01T12:00:00Z",
    intent: "Wants\na refund\nnow",
    creativity: 0.7,
  },
  { id: 3, name: "Old", created_at: "2026-11-01T12:00:00Z" },
];

/** A service with simulation 7. `change` answers requests that change something. */
function serve(
  change: (request: Recorded) => Reply = () => ({ body: { digital_human: { id: 9 }, simulation_ids: [7] } }),
) {
  recorder.answer((request) =>
    request.method === "GET"
      ? { body: { digital_humans: present, total: present.length, simulation_id: 7 } }
      : change(request),
  );
}

const journals = () => {
  const folder = join(parley.home, ".parley/journal");
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".jsonl")) : [];
};
const sent = () => recorder.requests.filter(({ method }) => method !== "GET");

beforeEach(() => {
  write(
    "m.yaml",
    `${HEAD}  - name: Same\n    language: en\n  - name: Other\n    creativity: 0.3\n    intent: "Wants\\na rebate\\nnow"\n  - name: New\n    num_runs: 2\n`,
  );
  serve();
});

describe("parley dh plan", () => {
  test("shows what would change, old and new, and sends nothing but E7", async () => {
    const { code, stdout, stderr } = await parley(["dh", "plan", "-f", "m.yaml"]);
    expect(code).toBe(0);
    expect(recorder.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /v1/digital-humans-by-simulation/7",
    ]);
    expect(stdout).toBe(`= unchanged Same (1) in simulation 7
~ update Other (2) in simulation 7  m.yaml:6
    intent:
         Wants
        -a refund
        +a rebate
         now
    creativity: 0.7 → 0.3
+ create New in simulation 7  m.yaml:9
    num_runs: 2
? unmanaged Old (3) in simulation 7: left unchanged
1 to create, 1 to update, 1 unchanged, 1 unmanaged
`);
    expect(stderr).toBe("to apply it, run `parley dh apply` with the same manifests\n");
  });

  test("ends with 9 under --detailed-exitcode where something would change, else with 0", async () => {
    expect(await parley(["dh", "plan", "-f", "m.yaml", "--detailed-exitcode"])).toMatchObject({ code: 9 });
    write("same.yaml", `${HEAD}  - name: Same\n    creativity: null\n`);
    const { code, json } = await parley(["dh", "plan", "-f", "same.yaml", "--detailed-exitcode", "--json"]);
    expect(code).toBe(0);
    expect(json.summary).toEqual({ create: 0, update: 0, unchanged: 1, unmanaged: 2 });
  });

  test("warns of what the service may refuse, with its place, and refuses it with --strict", async () => {
    write("bad.yaml", `${HEAD}  - name: New\n    phone_number: "123"\n`);
    const { code, stderr } = await parley(["dh", "plan", "-f", "bad.yaml"]);
    expect(code).toBe(0);
    expect(stderr).toContain(
      'warning: bad.yaml:5:19: digital_humans.0.phone_number: the service may refuse this: phone_number "123" is not a phone number',
    );
    const strict = await parley(["dh", "plan", "-f", "bad.yaml", "--strict"]);
    expect(strict.code).toBe(2);
    expect(strict.stderr).toContain(
      'bad.yaml:5:19: digital_humans.0.phone_number: phone_number "123" is not',
    );
  });

  test("needs a manifest, and ends with 5 for a simulation that there is not", async () => {
    expect(await parley(["dh", "plan"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("give -f <manifest>"),
    });
    recorder.answer({ status: 404, body: { detail: "simulation 7 not found" } });
    expect(await parley(["dh", "plan", "-f", "m.yaml"])).toMatchObject({ code: 5 });
  });
});

describe("parley dh apply", () => {
  test("creates missing ones and patches differences, and nothing else", async () => {
    const { code, json } = await parley(["dh", "apply", "-f", "m.yaml", "--yes", "--json"]);
    expect(code).toBe(0);
    expect(sent().map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      {
        method: "PUT",
        path: "/v1/update-digital-human/2",
        body: { intent: "Wants\na rebate\nnow", creativity: 0.3 },
      },
      {
        method: "POST",
        path: "/v1/create-digital-human",
        body: { digital_human: { name: "New", num_runs: 2 }, simulation_ids: [7] },
      },
    ]);
    expect(json).toMatchObject({
      summary: { total: 2, done: 2 },
      items: [
        { outcome: "done", id: 2, file: "m.yaml", line: 6 },
        { outcome: "done", id: 9, file: "m.yaml", line: 9 },
      ],
    });
  });

  test("keeps a journal only as long as there is something to resume", async () => {
    await parley(["dh", "apply", "-f", "m.yaml", "--yes"]);
    expect(journals()).toEqual([]);
    serve(() => ({ status: 400, body: { detail: "no" } }));
    await parley(["dh", "apply", "-f", "m.yaml", "--yes"]);
    expect(journals()).toEqual([expect.stringContaining("m.yaml.dh-apply")]);
    serve();
    await parley(["dh", "apply", "-f", "m.yaml", "--yes"]);
    expect(journals()).toEqual([]);
  });

  test("keeps the other simulations of one that it attaches", async () => {
    write("two.yaml", "kind: DigitalHumans\nsimulation_ids: [7, 8]\ndigital_humans: [{ name: Same }]\n");
    recorder.answer((request) => {
      if (request.path.endsWith("/8")) return { body: { digital_humans: [], total: 0, simulation_id: 8 } };
      if (request.method === "GET") return { body: { digital_humans: present, total: 3, simulation_id: 7 } };
      return { body: { digital_human: present[0], simulation_ids: [5, 7] } };
    });
    expect(await parley(["dh", "apply", "-f", "two.yaml", "--yes"])).toMatchObject({ code: 0 });
    expect(sent().map(({ body }) => body)).toEqual([{}, { simulation_ids: [5, 7, 8] }]);
  });

  test("does not ask without a terminal, and changes nothing", async () => {
    expect(await parley(["dh", "apply", "-f", "m.yaml"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("pass --yes"),
    });
    expect(recorder.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  test("shows the requests under --dry-run and sends none of them", async () => {
    const { code, json } = await parley(["dh", "apply", "-f", "m.yaml", "--dry-run", "--json"]);
    expect(code).toBe(0);
    expect(json).toMatchObject([{ method: "PUT" }, { method: "POST" }]);
    expect(sent()).toEqual([]);
  });

  test("asks at a terminal, and sends nothing without a yes", async () => {
    const { code } = await runInTerminal(parley, ["dh", "apply", "-f", "m.yaml"], {
      type: [{ after: "Create 1 and update 1 digital humans?", keys: "n\r" }],
    });
    expect(code).toBe(130);
    expect(sent()).toEqual([]);
  });

  test("shows a long plan in few lines, asked or not, and says how many more there are", async () => {
    const many = Array.from(
      { length: 60 },
      (_, at) =>
        `  - name: Caller ${at}\n    intent: ${"x".repeat(3000)}\n    language: en\n    num_runs: 2\n`,
    );
    write("many.yaml", HEAD + many.join(""));
    const { output } = await runInTerminal(parley, ["dh", "apply", "-f", "many.yaml"], {
      type: [{ after: "Create 60 and update 0 digital humans?", keys: "n\r" }],
      columns: 400,
    });
    const { stderr } = await parley(["dh", "apply", "-f", "many.yaml", "--yes"]);
    for (const shown of [output, stderr]) {
      expect(shown).toContain("+ create Caller 9 in simulation 7");
      expect(shown).not.toContain("Caller 10 in");
      expect(shown).toContain("… and 50 more; `parley dh plan` with the same manifests shows everything");
      expect(shown).toContain("60 to create, 0 to update");
      expect(shown.length).toBeLessThan(12_000);
    }
    expect(sent()).toHaveLength(60);
    const { stdout } = await parley(["dh", "plan", "-f", "many.yaml"]);
    expect(stdout).toContain("Caller 59 in simulation 7");
  });

  test("ends with 8 where some fail, says which, and sends only those when it is run again", async () => {
    write("many.yaml", `${HEAD}  - name: A\n  - name: B\n`);
    serve(({ body }) =>
      body.digital_human.name === "A"
        ? { status: 400, body: { detail: "no more" } }
        : { body: { digital_human: { id: 9 } } },
    );
    const report = ["--report", "json=report.json"];
    const { code, stdout, stderr } = await parley(["dh", "apply", "-f", "many.yaml", "--yes", ...report]);
    expect(code).toBe(8);
    expect(stderr).toContain("many.yaml:4 A in simulation 7: failed: no more\n");
    expect(JSON.parse(readFileSync(join(parley.home, "report.json"), "utf8")).summary).toMatchObject({
      done: 1,
      failed: 1,
    });
    expect(stdout).toContain("failed\t\tA in simulation 7\tno more\n");
    expect(stdout).toContain("done\t9\tB in simulation 7\tcreated\n");

    const made = { id: 9, name: "B", created_at: "2026-11-01T12:00:00Z" };
    recorder.requests.length = 0;
    recorder.answer(({ method }) => ({
      body:
        method === "GET"
          ? { digital_humans: [made], total: 1, simulation_id: 7 }
          : { digital_human: { id: 10 }, simulation_ids: [7] },
    }));
    expect(await parley(["dh", "apply", "-f", "many.yaml", "--yes"])).toMatchObject({ code: 0 });
    expect(sent().map(({ body }) => body.digital_human.name)).toEqual(["A"]);
  });

  test("if the outcome of a creation is unknown, looks it up by name before sending it again", async () => {
    write("lost.yaml", `${HEAD}  - name: Lost\n`);
    serve(() => ({ reset: true }));
    const lost = await parley(["dh", "apply", "-f", "lost.yaml", "--yes", "--json"]);
    expect(lost).toMatchObject({ code: 8 });
    expect(lost.json.items).toMatchObject([{ outcome: "unknown" }]);
    expect(sent()).toHaveLength(1);

    // The first answer to the plan does not have it yet. It appears at the next look.
    let reads = 0;
    recorder.answer((request) => {
      if (request.method !== "GET") return { body: { digital_human: { id: 10 } } };
      const made = reads++ > 0 ? [{ id: 9, name: "Lost", created_at: "2026-11-01T12:00:00Z" }] : [];
      return { body: { digital_humans: [...present, ...made], total: 4, simulation_id: 7 } };
    });
    const found = await parley(["dh", "apply", "-f", "lost.yaml", "--yes", "--json"]);
    expect(found.json.items).toMatchObject([
      { outcome: "done", id: 9, message: "already created by an earlier run" },
    ]);
    expect(sent()).toHaveLength(1);
  });

  test("with --plan-file, applies the reviewed plan, and refuses with 6 if the service has changed", async () => {
    await parley(["dh", "plan", "-f", "m.yaml", "--out", "plan.json"]);
    expect(JSON.parse(readFileSync(join(parley.home, "plan.json"), "utf8"))).toMatchObject({
      kind: "Plan",
      base_url: recorder.url(),
      summary: { create: 1, update: 1 },
    });
    const args = ["dh", "apply", "-f", "m.yaml", "--plan-file", "plan.json", "--yes"];
    expect(await parley(args)).toMatchObject({ code: 0 });
    expect(sent()).toHaveLength(2);

    const changed = present.map((human) => ({ ...human, creativity: 0.5 }));
    recorder.answer({ body: { digital_humans: changed, total: 3, simulation_id: 7 } });
    expect(await parley(args)).toMatchObject({
      code: 6,
      stderr: expect.stringContaining("Other in simulation 7: differs from what was reviewed"),
    });
    expect(sent()).toHaveLength(2);
  });

  test("takes no other file for a plan, and no plan of another service", async () => {
    const args = ["dh", "apply", "-f", "m.yaml", "--plan-file", "plan.json", "--yes"];
    write("plan.json", "{}");
    expect(await parley(args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("the file is not a plan"),
    });
    write("plan.json", JSON.stringify({ kind: "Plan", base_url: "https://else.example", steps: [] }));
    expect(await parley(args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("the plan is for https://else.example"),
    });
    expect(sent()).toEqual([]);
  });
});

describe("against the service", () => {
  const service = useService({
    kind: "Seed",
    organizations: [
      {
        name: "acme",
        api_key: ACME_KEY,
        agents: [{ id: 101, name: "Front desk", mode: "TEXT" }],
        simulations: [
          {
            id: 7,
            name: "Smoke",
            agent_id: 101,
            digital_humans: [{ id: 501, name: "Old", creativity: 0.9, tag: "${X}" }],
          },
          { id: 8, name: "Load", agent_id: 101 },
        ],
      },
    ],
  });
  const run = (...args: string[]) => parley(args, { env: { PARLEY_BASE_URL: service.url() } });

  test("applied digital humans are unchanged; an export is unchanged, and creates the same elsewhere", async () => {
    write("call.txt", "Agent: Hello\nUser: I want a refund\n");
    write(
      "real.yaml",
      `${HEAD}  - name: Refund\n    original_transcript_file: call.txt\n    matrix: { accent: [indian, british] }\n`,
    );
    expect(await run("dh", "apply", "-f", "real.yaml", "--yes")).toMatchObject({ code: 0 });
    expect(await run("dh", "plan", "-f", "real.yaml", "--detailed-exitcode")).toMatchObject({ code: 0 });

    const { stdout } = await run("dh", "export", "7");
    expect(stdout).toContain("tag: $${X}\n");
    write("7.yaml", stdout);
    const plan = await run("dh", "plan", "-f", "7.yaml", "--detailed-exitcode", "--json");
    expect(plan).toMatchObject({ code: 0 });
    expect(plan.json.summary).toEqual({ create: 0, update: 0, unchanged: 3, unmanaged: 0 });
  });

  test("an apply that is killed is finished by the same command, and nothing is there twice", async () => {
    const names = Array.from({ length: 300 }, (_, i) => `Caller ${i}`);
    write(
      "many.yaml",
      `kind: DigitalHumans\nsimulation_ids: [8]\ndigital_humans:\n${names.map((name) => `  - name: ${name}\n`).join("")}`,
    );
    const present = async (): Promise<string[]> => {
      const { body } = await service.acme("GET", "/v1/digital-humans-by-simulation/8");
      return body.digital_humans.map(({ name }: { name: string }) => name);
    };
    const args = ["dh", "apply", "-f", "many.yaml", "--yes"];
    const child = parley.start(args, { env: { PARLEY_BASE_URL: service.url() } });
    const closed = once(child, "close");
    await expect.poll(async () => (await present()).length, { interval: 5 }).toBeGreaterThan(20);
    child.kill("SIGKILL");
    await closed;

    const { code, json } = await run(...args, "--json");
    expect(code).toBe(0);
    expect(json.summary).toMatchObject({ failed: 0, unknown: 0, not_sent: 0 });
    expect((await present()).sort()).toEqual([...names].sort());
  });
});
