/**
 * The scenario files that LiveKit publishes: `AGENTS_JS=DIR` and `AGENTS_PYTHON=DIR` name checkouts of livekit/agents-js and
 * livekit/agents; without them, GitHub is asked for them.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { useProgram } from "../support/in-process.ts";
import { type Repository, useCheckouts } from "../support/livekit-repositories.ts";
import { makeAgent, makeSimulation } from "../support/make.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { AGENTS } from "../support/testing.ts";

const service = useService();
const parley = useProgram(service);
const checkoutOf = useCheckouts();

interface Scenario {
  readonly label: string;
  readonly instructions: string;
}

/** Files of YAML that have scenarios, with the scenarios. */
const scenarioFiles = (folder: string): (readonly [string, readonly Scenario[]])[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const path = join(folder, name);
    if (!/\.ya?ml$/.test(name) || name.includes("node_modules") || !statSync(path).isFile()) return [];
    const text = readFileSync(path, "utf8");
    // Other files may have several documents, or forms of their own.
    return /^scenarios:/m.test(text) ? [[path, parse(text).scenarios] as const] : [];
  });

test.for([
  ["livekit/agents-js", 0, 0],
  ["livekit/agents", 3, 120],
] as const satisfies readonly (readonly [Repository, number, number])[])(
  "%s: each of its %i files is read, and each of %i scenarios is a caller or has a reason",
  { timeout: 300_000 },
  async ([repository, files, scenarios], { skip }) => {
    const checkout = await checkoutOf(repository);
    if ("missing" in checkout) return skip(checkout.missing);
    const published = scenarioFiles(join(checkout.folder, "examples"));
    expect(published).toHaveLength(files);
    expect(published.flatMap(([, some]) => some)).toHaveLength(scenarios);
    for (const [path, some] of published) await isReadWhole(relative(checkout.folder, path), path, some);
  },
);

async function isReadWhole(name: string, path: string, scenarios: readonly Scenario[]): Promise<void> {
  const out = `${name.replaceAll("/", "-")}.parley.yaml`;
  for (const words of [["test"], ["dh", "plan", "-f"]]) {
    const refused = await parley([...words, path]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/`parley import tests .* --out calls\.parley\.yaml`/);
  }

  const { stderr, json, code } = await parley(["import", "tests", path, "--out", out, "--json"]);
  expect({ stderr, code }, name).toEqual({ stderr: "", code: 0 });
  const { callers } = parse(readFileSync(join(parley.home, out), "utf8"));
  const reasons = json.report.filter(({ state }: { state: string }) => state === "no_caller");
  expect(callers.list.length + reasons.length, name).toBe(scenarios.length);
  expect({ tests: json.tests, callers: json.callers }).toEqual({
    tests: scenarios.length,
    callers: callers.list.length,
  });
  // A caller has all that the scenario says.
  for (const { label, instructions } of scenarios) {
    const caller = callers.list.find(
      (one: { role_description?: string }) => one.role_description?.trim() === instructions.trim(),
    );
    expect(caller?.name ?? reasons.map(({ message }: { message: string }) => message), label).toContain(
      label.slice(0, 40),
    );
  }

  // Nothing of them passes or fails without a model: only it can judge what LiveKit expects.
  const desk = ["--", "python3", join(AGENTS, "order-desk.py")];
  const ran = await parley(["test", out, "--json", ...desk]);
  const { counts } = ran.json;
  expect(counts, name).toMatchObject({ passed: 0, failed: 0, agent_failed: 0 });
  expect(counts.not_evaluated, name).toBe(callers.list.length);

  const { agent_id } = await makeAgent(service.acme, {});
  const { id } = await makeSimulation(service.acme, { agent_id });
  const plan = await parley(["dh", "plan", "-f", out, "--simulation", String(id), "--json"], {
    env: { PARLEY_API_KEY: ACME_KEY },
  });
  expect(plan.json.summary, plan.stderr).toMatchObject({ create: callers.list.length, update: 0 });
}
