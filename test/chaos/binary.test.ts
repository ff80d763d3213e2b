/**
 * The built program through a network that fails in every way, by seed: single commands, and bulk work until
 * its end.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { drawFault, startChaosProxy } from "../support/chaos-proxy.ts";
import { type Ran, useCli } from "../support/cli.ts";
import { makeAgent, makeSimulation } from "../support/make.ts";
import { type Random, randomOf } from "../support/random.ts";
import { useService } from "../support/service.ts";

const { url, acme } = useService();
const parley = useCli({ url });

async function through(random: Random, share_of_faults: number, args: readonly string[]): Promise<Ran> {
  const plan = Array.from({ length: 60 }, () =>
    random() < share_of_faults ? drawFault(random) : ({ kind: "none" } as const),
  );
  const proxy = await startChaosProxy(url(), plan);
  // Where nothing fails, even a slow machine answers some time.
  const limits = ["--timeout", share_of_faults > 0 ? "1" : "60", "--retries", "1"];
  try {
    return await parley([...args, ...limits], { env: { PARLEY_BASE_URL: proxy.url } });
  } finally {
    await proxy.close();
  }
}

test.each(Array.from({ length: 24 }, (_, at) => at + 1))(
  "a command through the faults of seed %i ends in words, and makes its agent once at most",
  async (seed) => {
    const name = `agent ${seed}`;
    const ran = await through(randomOf(seed), 1, ["agents", "create", "--set", `name=${name}`]);
    expect([0, 1, 7], ran.stderr).toContain(ran.code);
    if (ran.code !== 0) expect(ran.stderr).toMatch(/^error: \S/);
    expect(ran.stderr).not.toMatch(/fault of parley|\n\s+at /);
    const { body } = await acme("GET", "/v1/all-agents");
    const times = body.filter((agent: { name: string }) => agent.name === name).length;
    expect(times).toBeLessThanOrEqual(1);
    if (ran.code === 0) expect(times).toBe(1);
  },
);

describe("dh apply, run again until it is done", () => {
  test.each([1, 2, 3, 4, 5, 6])(
    "through the faults of seed %i makes each digital human once",
    async (seed) => {
      const random = randomOf(seed * 1000);
      const { agent_id } = await makeAgent(acme);
      const simulation = await makeSimulation(acme, { agent_id });
      const names = Array.from({ length: 8 }, (_, at) => `caller ${at}`);
      const manifest = join(parley.home, `humans-${seed}.yaml`);
      const list = names.map(
        (name) => `  - { name: ${name}, intent: Wants a refund, success_criteria: It is paid }`,
      );
      writeFileSync(
        manifest,
        `kind: DigitalHumans\nsimulation_ids: [${simulation.id}]\ndigital_humans:\n${list.join("\n")}\n`,
      );
      const apply = (share: number) => through(random, share, ["dh", "apply", "-f", manifest, "--yes"]);
      for (let round = 0; round < 3; round++) {
        const { code, stderr } = await apply(0.4);
        expect([0, 1, 7, 8], stderr).toContain(code);
        expect(stderr).not.toMatch(/fault of parley|\n\s+at /);
      }
      const last = await apply(0);
      expect(last, last.stderr).toMatchObject({ code: 0 });
      const { body } = await acme("GET", `/v1/digital-humans-by-simulation/${simulation.id}`);
      const found = body.digital_humans.map(({ name }: { name: string }) => name);
      expect(found.sort()).toEqual(names);
    },
  );
});
