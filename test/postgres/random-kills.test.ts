/**
 * Three services over one database do everything at once while a random one is killed every few seconds.
 * Everything acknowledged is there, once. Everything promised is done, once as seen by the webhook's
 * receiver. KILLS_SECONDS sets the length, KILLS_SEED the seed.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Answer } from "../../src/contract/types.ts";
import { useCli } from "../support/cli.ts";
import { Fleet } from "../support/fleet.ts";
import { randomOf } from "../support/random.ts";
import { useSharedDatabase } from "../support/shared-database.ts";
import { orderDesk, orderDeskSeed, useTextAgent } from "../support/text-agent.ts";

const SECONDS = Number(process.env["KILLS_SECONDS"] ?? 60);
const SEED = Number(process.env["KILLS_SEED"] ?? 1);
const BETWEEN_KILLS_MS = [1500, 4000] as const;
const CONVERSATIONS = 5;
const SETTLED = { timeout: 90_000, interval: 200 };
const VERSIONS = "/v1/agents/101/prompts/versions";

describe.runIf(process.env["PARLEY_TEST_DATABASE_URL"])("services that are killed at random", () => {
  const shared = useSharedDatabase(useCli());
  const agent = useTextAgent(orderDesk);

  test(
    `lose nothing that was acknowledged and do nothing twice (seed ${SEED})`,
    async () => {
      const random = randomOf(SEED);
      const seed = orderDeskSeed(agent.url(), CONVERSATIONS, CONVERSATIONS);
      const fleet = new Fleet(() => shared.start(seed), random);
      await fleet.grow(3);
      agent.service = {
        get url() {
          return fleet.any().url;
        },
        key: "pk_acme",
      };
      const once = fleet.once("pk_acme");
      const acme = fleet.patiently("pk_acme");
      const statuses = new Map<number | "broken", number>();
      const versions = new Map<string, number>();
      const digital_humans = new Map<number, string>();
      const calls = new Map<string, string>();
      const runs: number[] = [];

      /**
       * One change that is not repeated. Whether it was acknowledged determines what must be there at the
       * end.
       */
      async function change(path: string, body: unknown, acknowledged: (answer: never) => unknown) {
        const reply = await once("POST", path, body);
        const status = reply?.status ?? "broken";
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 200) acknowledged(reply?.body as never);
      }
      const changes = [
        (name: string) =>
          change(VERSIONS, { prompt_text: name }, (made: Answer<"create_prompt_version">) =>
            versions.set(name, made.version),
          ),
        (name: string) =>
          change(
            "/v1/create-digital-human",
            { digital_human: { name } },
            ({ digital_human }: Answer<"create_digital_human">) => digital_humans.set(digital_human.id, name),
          ),
        (trace_id: string) =>
          change(
            "/v1/evaluate",
            {
              agent_id: "101",
              trace_id,
              start_time_utc: "2025-03-01T10:00:00Z",
              participants: [{ role: "AGENT" }, { role: "USER" }],
              transcript: [{ speaker: "AGENT", utterance: "Hello" }],
            },
            ({ call_id }: Answer<"evaluate">) => calls.set(call_id, trace_id),
          ),
        () => {
          const numbers = [...versions.values()];
          const version = numbers[Math.floor(random() * numbers.length)] ?? 1;
          return change(
            `${VERSIONS}/${version}/labels`,
            { labels: ["production"], override_label: true },
            () => undefined,
          );
        },
      ];

      const end = performance.now() + SECONDS * 1000;
      const isOver = () => performance.now() > end;
      await acme("POST", VERSIONS, { prompt_text: "the first" });
      const write = async (writer: number) => {
        for (let step = 0; !isOver(); step++) {
          await changes[Math.floor(random() * changes.length)]?.(`item ${writer}-${step}`);
          await sleep(10);
        }
      };
      const play = async () => {
        while (!isOver()) {
          await change(
            "/v1/queue-http-text-simulation-run",
            { simulation_id: 7 },
            ({ simulation_run_id }: Answer<"queue_http_text_simulation_run">) =>
              runs.push(Number(simulation_run_id)),
          );
          await sleep(1000);
        }
      };
      const kill = async () => {
        while (!isOver()) {
          await sleep(BETWEEN_KILLS_MS[0] + random() * (BETWEEN_KILLS_MS[1] - BETWEEN_KILLS_MS[0]));
          await fleet.replaceOne();
        }
      };
      await Promise.all([...[1, 2, 3, 4, 5, 6, 7, 8].map(write), play(), kill()]);

      expect([...statuses.keys()].filter((status) => status !== 200 && status !== "broken")).toEqual([]);

      const stored: Answer<"list_prompt_versions"> = [];
      const [latest]: Answer<"list_prompt_versions"> = (await acme("GET", `${VERSIONS}?label=latest`)).body;
      const count = latest?.version ?? 0;
      for (let version = 1; version <= count + 1; version++)
        stored.push(...(await acme("GET", `${VERSIONS}?version=${version}`)).body);
      const numbers = stored.map(({ version }) => version);
      expect(numbers).toEqual(Array.from({ length: count }, (_, index) => index + 1));
      const texts = stored.map(({ prompt_text }) => prompt_text);
      expect(new Set(texts).size).toBe(texts.length);
      for (const [text, version] of versions)
        expect(stored.find((one) => one.version === version)?.prompt_text).toBe(text);
      const holders = (label: string) => stored.filter(({ labels }) => labels?.includes(label));
      expect(holders("latest").map(({ version }) => version)).toEqual([numbers.length]);
      expect(holders("production")).toHaveLength(1);

      for (const [id, name] of digital_humans)
        expect((await acme("GET", `/v1/digital-human/${id}`)).body.digital_human.name).toBe(name);

      const events = (event: string) => agent.events.filter((one) => one.type === event);
      const idsOf = (event: string, field: string) => events(event).map((one) => one[field]);
      for (const call_id of calls.keys())
        await expect
          .poll(
            async () => (await acme("GET", `/v1/retrieve-call-log/${call_id}`)).body.call_log.status,
            SETTLED,
          )
          .toBe("COMPLETED");
      await expect
        .poll(async () => {
          const { body } = await acme("GET", "/v1/get-simulation-runs/7");
          return body.simulation_runs.filter(({ status }: { status: string }) => status === "RUNNING").length;
        }, SETTLED)
        .toBe(0);
      const { body } = await acme("GET", "/v1/get-simulation-runs/7");
      const ended: Answer<"list_simulation_runs">["simulation_runs"] = body.simulation_runs;
      for (const run of runs) expect(ended.map(({ id }) => id)).toContain(run);
      for (const run of ended) {
        expect(run.total_tests).toBe(CONVERSATIONS);
        expect(run.tests_completed + run.tests_incompleted).toBe(CONVERSATIONS);
      }

      await expect.poll(() => events("simulation_run_ended").length, SETTLED).toBe(ended.length);
      await expect
        .poll(() => events("simulation_result_evaluated").length, SETTLED)
        .toBe(ended.length * CONVERSATIONS);
      const results = idsOf("simulation_result_evaluated", "simulation_result_id");
      expect(new Set(results).size).toBe(results.length);
      await expect
        .poll(() => new Set(idsOf("observability_call_evaluated", "call_id")), SETTLED)
        .toEqual(expect.objectContaining({ size: await countCalls() }));
      const evaluated = idsOf("observability_call_evaluated", "call_id");
      expect(new Set(evaluated).size).toBe(evaluated.length);
      expect(evaluated).toEqual(expect.arrayContaining([...calls.keys()]));
      const said = agent.turns.map(({ message_id }) => message_id);
      expect(new Set(said).size).toBe(said.length);
      expect(await fleet.stop()).toEqual([0, 0, 0]);
      process.stdout.write(
        `${SECONDS} s, ${fleet.kills} kills: ${JSON.stringify([...statuses])}, ${calls.size} calls, ${ended.length} runs, ${said.length} turns, ${agent.events.length} events\n`,
      );

      /** How many calls are stored, acknowledged or not. Each is evaluated and reported. */
      async function countCalls(): Promise<number> {
        return (await acme("GET", "/v1/retrieve-call-logs/101?page_size=1")).body.total_count;
      }
    },
    (SECONDS + 240) * 1000,
  );
});
