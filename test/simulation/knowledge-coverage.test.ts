/** Which passages of the knowledge base that a run tested are seen in what the agent said and what its tools returned. */
import { beforeAll, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { useReceiver } from "../support/receiver.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const service = useService();
const cli = useProgram(service);
const parley = (...args: string[]) => cli(args, { env: { PARLEY_API_KEY: ACME_KEY } });

const HOURS = "The clinic is open from Monday to Friday between nine in the morning and five.";
const FEES = "A visit can be moved without a fee until noon of the day before.";
const PARKING = "Cars can be left behind the house for as long as a visit takes.";
const KNOWN = "Never give advice on a medicine; say that a doctor will call back today.";
const KB_TEXT = [`# Clinic\n\n${HOURS}`, FEES, `## Parking\n${PARKING}`, KNOWN, "Lifts: two."].join("\n\n");

const agent = useReceiver();

let run: string;
beforeAll(async () => {
  const search = { name: "search", parameters: { q: "fee" }, output: { hits: [{ text: FEES }] } };
  const message = `${HOURS} ${KNOWN} Parking is behind the house.`;
  agent.answer({ body: JSON.stringify({ tool_calls: [search], message, end_conversation: true }) });
  const { agent_id, path } = await makeAgent(service.acme, { http_webhook: agent.url("/agent") });
  const prompt = { prompt_text: `Be brief. ${KNOWN}`, labels: ["production"] };
  expect((await service.acme("POST", `${path}/prompts/versions`, prompt)).status).toBe(200);
  const kb = { kb_text: KB_TEXT, labels: ["production"] };
  expect((await service.acme("POST", `${path}/knowledge-bases/versions`, kb)).status).toBe(200);
  const { id } = await makeSimulation(service.acme, { agent_id });
  await makeDigitalHuman(service.acme, { name: "Ana", intent: "Asks when it is open" }, [id]);
  const started = await parley("sim", "start", String(id), "--wait", "--poll", "0.1", "--json");
  run = String(started.json.run?.id ?? started.json.simulation_run_id);
});

test("a passage counts once eight of its words were said or retrieved, unless the prompt has them too", async () => {
  const told = await parley("sim", "coverage", run, "--min-coverage", "knowledge=0.9");
  expect(told.code).toBe(9);
  const { json } = await parley("sim", "coverage", run, "--json");
  expect(json.knowledge).toMatchObject({
    ...{ met: 2, total: 3 },
    items: [
      { name: HOURS, standing: "reached", conversations: 1 },
      { name: FEES, standing: "reached", conversations: 1 },
      { name: PARKING, standing: "nothing_seen", conversations: 0 },
    ],
  });
  expect(told.stdout).toContain(`knowledge passages: 2 of 3 met\n  nothing seen  ${PARKING}\n`);
  expect(told.stdout).toContain("not counted: knowledge passages: 2 have no 8 words in a row");
  expect(told.stdout).toContain("not enough: knowledge passages: 2 of 3 met (66.7%); 90% required");
  const enough = await parley("sim", "coverage", run, "--min-coverage", "knowledge=0.6");
  expect(enough).toMatchObject({ code: 0 });
});
