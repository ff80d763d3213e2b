/** The labelling queue of the console, and its results for the judge's verdicts. */
import { beforeAll, expect, test } from "vitest";
import { answerTo, readPrompt } from "../../src/service/evaluation/testing/judge-protocol.ts";
import { completion } from "../support/completions.ts";
import { evaluationOf, submit } from "../support/evaluations.ts";
import { makeAgent, makeMetric } from "../support/make.ts";
import { useRecorder } from "../support/recorder.ts";
import { useService } from "../support/service.ts";
import { useBrowser, violationsIn } from "./browser.ts";

const model = useRecorder();
const service = useService(undefined, () => ({ model: { base_url: model.url(), model: "judge-1" } }));
const open = useBrowser();
const { acme } = service;
let agent_id = 0;
let call_id = "";

beforeAll(async () => {
  agent_id = (await makeAgent(acme)).agent_id;
  await makeMetric(acme, {
    name: "Is it polite?",
    description: "The agent is polite.",
    response_type: "pass_fail",
    agent_ids: [agent_id],
  });
});

test("a person labels a call without seeing its verdict, and the calls show how many passed", async () => {
  model.answer(({ body }) => {
    const [system, user] = body.messages;
    const reasoning = "It swears throughout.";
    return completion(answerTo(readPrompt(system.content, user.content), { value: false, reasoning }));
  });
  const transcript = [{ speaker: "AGENT", utterance: "Good morning to you.", start_offset_ms: 0 }];
  call_id = await submit(acme, { agent_id: String(agent_id), transcript });
  await evaluationOf(acme, call_id);
  const { body } = await acme("POST", "/v1/console-links");
  const { page } = await open(`${service.url()}${body.path}/review`);
  await page.getByRole("link", { name: "Is it polite?" }).click();
  await page.getByLabel("Who labels?").fill("anna");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByText("Good morning to you.").waitFor();
  expect(await page.textContent("main")).toContain("The agent is polite.");
  expect(await page.textContent("main")).not.toContain("It swears throughout.");
  expect(await violationsIn(page)).toEqual([]);
  await page.getByRole("button", { name: "Passed" }).click();
  await page.getByRole("heading", { name: "Nothing left to label" }).waitFor();
  const { body: marked } = await acme("GET", "/v1/verdict-marks");
  expect(marked.marks).toMatchObject([
    { call_id, labeller: "anna", expected: true, value: false, is_right: false },
  ]);
  await page.evaluate(`location.hash = "#/calls/${agent_id}"`);
  const rates = page.getByRole("region", { name: "Judged by a model" });
  await rates.waitFor();
  expect(await rates.textContent()).toContain("0 of 1");
  expect(await rates.textContent()).toContain("no certificate says how well its judge agrees with people");
});
