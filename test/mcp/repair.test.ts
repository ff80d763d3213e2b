/** `repair_failure`: from a failed conversation to its smallest caller and its sentence, and to a proven repair. */
import { beforeAll, expect, test } from "vitest";
import { CAREFUL, CARELESS, SHOPPER, useDesk } from "../support/desk.ts";
import { useProgram } from "../support/in-process.ts";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { talkTo, use } from "../support/mcp.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const service = useService();
const parley = useProgram(service);
const env = { PARLEY_API_KEY: ACME_KEY };
const started: typeof parley = Object.assign(
  (args: readonly string[], options = {}) => parley(args, { ...options, env }),
  { home: parley.home, environment: () => ({ ...parley.environment(), ...env }), start: parley.start },
);

let path = "";
/** By version, as this agent reads them. */
const prompts = new Map<number, string>();
const textOf = async (version: number) => {
  const known = prompts.get(version);
  if (known !== undefined) return known;
  const { prompt_text } = (await service.acme("GET", `${path}/prompts/versions/${version}`)).body;
  prompts.set(version, prompt_text);
  return prompt_text as string;
};
const desk = useDesk(async ({ prompt_version }) =>
  /refund at once/i.test(await textOf(prompt_version ?? 1)) ? CARELESS : CAREFUL,
);

const PROMPTS = [
  "You run a shop.",
  "You run a shop. Be warm. Refund at once. Smile.",
  "You run a shop. Be warm. Smile.",
];

let simulation_result_id = 0;
beforeAll(async () => {
  const made = await makeAgent(service.acme, { http_webhook: desk.url() });
  ({ path } = made);
  const ids: string[] = [];
  for (const prompt_text of PROMPTS)
    ids.push((await service.acme("POST", `${path}/prompts/versions`, { prompt_text })).body.id);
  const { id } = await makeSimulation(service.acme, { agent_id: made.agent_id });
  await makeDigitalHuman(service.acme, SHOPPER, [id]);
  const start = ["sim", "start", String(id), "--prompt", ids[1] ?? "", "--wait", "--poll", "0.1", "--json"];
  const { json } = await started(start);
  const results = (await started(["sim", "results", String(json.run.id), "--json"])).json.simulation_results;
  simulation_result_id = Number(results[0].id);
});

const countsOf = async () => ({
  versions: (await service.acme("GET", `${path}/prompts/versions`)).body.length,
  callers: (await service.acme("GET", "/v1/digital-humans")).body.digital_humans.length,
});

test("a person is asked, then the smallest caller, the sentence and the evidence are handed over", async () => {
  const questions: string[] = [];
  const says = (question: string) => questions.push(question) > 0;
  const client = await talkTo(started, ["--allow", "write"], { says });
  const before = await countsOf();
  const { data, text } = await use(client, "repair_failure", { simulation_result_id, good: "1" });
  expect(questions).toEqual([
    expect.stringMatching(
      /^Find out why conversation \d+ failed: at most 40 conversations with temporary digital humans, which are deleted again, and as many with temporary prompt versions since "1", which are deleted again: simulation \d+ "Smoke" of agent \d+ "Desk" with 1 digital human: \d+ "Bob"\?$/,
    ),
  ]);
  expect(data).toMatchObject({ accepted: null, broken_by: 2 });
  expect(data.text).toContain("phone: 0170 1234567");
  expect(data.text).toContain(
    "this change of version 2 is enough for that:\n  line 1\n  + Refund at once.\n",
  );
  expect(data.text).toContain("May I have your phone number?");
  expect(text).toContain("call repair_failure again");
  expect(await countsOf()).toEqual(before);
});

test("only a version that the check accepts is a repair", async () => {
  const questions: string[] = [];
  const says = (question: string) => questions.push(question) > 0;
  const client = await talkTo(started, ["--allow", "write"], { says });
  const check = (candidate: string) =>
    use(client, "repair_failure", { simulation_result_id, candidate, repeat: 4 });
  const repaired = await check("3");
  expect(repaired.data).toMatchObject({ accepted: true, conversations: 8 });
  expect(questions[0]).toMatch(
    /^Test prompt version "3" as a repair of conversation \d+, with 4 conversations/,
  );
  const chance = await use(client, "repair_failure", { simulation_result_id, candidate: "3", repeat: 1 });
  expect(chance.data).toMatchObject({ accepted: false });
  expect(chance.data.text).toContain("which may be chance (p = 0.500)");
  const same = await check("2");
  expect(same.isError).toBe(true);
  expect(same.text).toContain("it failed with prompt version 2, which is the one to be checked");
});

test("nothing is held without permission, without a yes, or with both questions at once", async () => {
  const runs = async () => (await started(["sim", "runs", "1", "--json"])).json?.simulation_runs?.length;
  const before = await runs();
  const reading = await use(await talkTo(started), "repair_failure", { simulation_result_id });
  expect(reading.text).toContain("this server does not allow repair_failure");
  expect(reading.text).toContain(`parley sim shrink ${simulation_result_id}`);
  const client = await talkTo(started, ["--allow", "write"], { says: () => false });
  const declined = await use(client, "repair_failure", { simulation_result_id });
  expect(declined.text).toContain("the person did not agree");
  const agreeing = await talkTo(started, ["--allow", "write"], { says: () => true });
  const both = { simulation_result_id, good: "1", candidate: "3" };
  expect((await use(agreeing, "repair_failure", both)).text).toContain("give either good or candidate");
  expect(await runs()).toBe(before);
});
