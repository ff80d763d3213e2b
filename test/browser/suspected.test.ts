/** What proposed policies say is shown apart from what counts. */
import { expect, test } from "vitest";
import { LOOKS, violationsIn } from "./browser.ts";
import { useConsole } from "./console.ts";
import { conversation, useReports } from "./made.ts";

const { service, signedIn, open, runOfNewestPrompt, made } = useConsole();
const write = useReports();

const SENTENCE = "Never call book_appointment.";
const suspicion = {
  sentence: SENTENCE,
  reads: "book_appointment is never called",
  rule: "fail when tool find_slot called",
  clauses: [
    {
      ...{ line: 1, text: "fail when tool find_slot called", outcome: true, decided: true },
      evidence: [
        { kind: "tool_call", call: 1, name: "find_slot", matched: true },
        { kind: "turn", turn: 9, speaker: "USER", quote: "Yes, that works for me.", matched: true },
      ],
    },
  ],
};
const VERSIONS = { prompt_version: 2, prompt_evidence: "told", knowledge_base_version: null, stated: [] };

/** Of twelve conversations three fail. One that failed and one that passed are suspected. */
const results = Array.from({ length: 12 }, (_, at) => {
  const id = at + 1;
  const plain = conversation(id, { versions: VERSIONS });
  if (id !== 4 && id !== 5) return plain;
  const evaluation = { ...plain.evaluation, suspicions: [suspicion] };
  return conversation(id, { versions: VERSIONS, suspicions: [suspicion], evaluation });
});

test.each(LOOKS)("suspicions are accessible in a report, %s", async (_, looks) => {
  const { url } = write(results);
  const { page } = await open(url, looks);
  await page.locator(".rows a").first().waitFor();
  expect(await violationsIn(page)).toEqual([]);
  for (const id of [4, 5]) {
    await page.goto(`${url}#/conversation/${id}`);
    await page.getByRole("heading", { name: `Caller ${id}` }).waitFor();
    await page.getByRole("heading", { name: "Suspected, not counted" }).waitFor();
    expect(await violationsIn(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  }
});

test("suspicions change no rate and no outcome, and lead to their moments", async () => {
  const { url } = write(results);
  const { page } = await open(url);
  const heading = page.getByRole("heading", { level: 1 });
  await expect.poll(() => heading.textContent()).toBe("3 of 12 conversations failed");
  expect(await page.locator(".group").count()).toBe(1);
  expect(await page.locator(".rows .tag").allTextContents()).toEqual(["! 1 suspected", "! 1 suspected"]);
  await page.getByRole("button", { name: "Suspected 2" }).click();
  await expect.poll(() => page.locator(".rows a").count()).toBe(2);
  expect(page.url()).toContain("suspected=1");
  await page.locator(".rows a", { hasText: "Caller 5" }).click();
  const suspected = page.locator("section", { hasText: "Suspected, not counted" });
  await suspected.getByText(SENTENCE).waitFor();
  expect(await suspected.textContent()).toContain("book_appointment is never called");
  expect(await suspected.textContent()).toContain("parley policies review decides");
  expect(await page.getByRole("heading", { name: "What did not pass" }).count()).toBe(0);
  expect(await page.locator(".guilty").count()).toBe(0);
  await suspected.getByRole("button", { name: "Turn 9" }).click();
  await expect.poll(() => page.locator("#turn-8").getAttribute("aria-current")).toBe("true");
  expect(await page.locator(".facts").textContent()).toContain("prompt version 2 (told to the agent");
  // It failed for another reason, so what is suspected is folded.
  await page.goto(`${url}#/conversation/4`);
  await expect.poll(() => heading.textContent()).toBe("Caller 4");
  expect(await suspected.getByText(SENTENCE).isVisible()).toBe(false);
  await suspected.locator("summary").click();
  expect(await suspected.getByText(SENTENCE).isVisible()).toBe(true);
});

test("the console shows what a policy that nobody has accepted would say", async () => {
  const prompt_text = `Be kind.\n${SENTENCE}\n`;
  const path = "/v1/agents/101/prompts/versions";
  expect((await service.acme("POST", path, { prompt_text, commit_message: "A policy" })).status).toBe(200);
  const run = await runOfNewestPrompt();
  const { body } = await service.acme("GET", `/v1/retrieve-simulation-results/${run}`);
  const suspected = body.simulation_results.filter(
    (simulation_result: { suspicions?: object[] }) => simulation_result.suspicions,
  );
  expect(suspected.length).toBeGreaterThan(0);
  const before = await service.acme("GET", `/v1/retrieve-simulation-results/${made.run}`);
  const outcomes = ({ simulation_results }: typeof body) =>
    simulation_results.map(({ outcome }: { outcome: string }) => outcome);
  expect(outcomes(body)).toEqual(outcomes(before.body));
  const { page } = await signedIn(`run/${run}`);
  await page.getByRole("button", { name: `Suspected ${suspected.length}` }).click();
  await expect.poll(() => page.locator(".rows a").count()).toBe(suspected.length);
  expect(await violationsIn(page)).toEqual([]);
  await page.locator(".rows a").first().click();
  const section = page.locator("section", { hasText: "Suspected, not counted" });
  await section.getByText(SENTENCE).waitFor();
  await section.getByRole("button", { name: "Tool call 1" }).click();
  await page.locator("#tool-0.chosen").waitFor();
  expect(await violationsIn(page)).toEqual([]);
});
