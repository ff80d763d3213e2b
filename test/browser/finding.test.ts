/** Finding one's way in the console: filters, search, who calls, and starting runs. */
import { beforeAll, expect, test, vi } from "vitest";
import { violationsIn } from "./browser.ts";
import { useConsole } from "./console.ts";

const { service, signedIn, made } = useConsole();
const { acme } = service;

/** Another simulation: callers with tags who call twice, one at a time. */
let simulation = 0;
let run = 0;
const GOAL =
  "Book a check-up on Tuesday. The full name is Ana Diaz, and she has to leave at ten at the latest.";

const over = (id: number) =>
  vi.waitFor(
    async () => {
      const { body } = await acme("GET", `/v1/retrieve-simulation-results/${id}`);
      expect(body.simulation_run.status).not.toBe("RUNNING");
    },
    { timeout: 30_000, interval: 100 },
  );

beforeAll(async () => {
  const { body } = await acme("POST", "/v1/create-simulation", {
    ...{ name: "Twice", agent_id: 101, max_turns: 3, max_concurrent: 2 },
  });
  simulation = body.id;
  for (const [name, intent, tag] of [
    ["Books twice", GOAL, "core"],
    ["Wants a refund twice", "Get a refund for order 77", "edge"],
  ])
    await acme("POST", "/v1/create-digital-human", {
      simulation_ids: [simulation],
      digital_human: {
        ...{ name, intent, tags: [tag], num_runs: 2, traits: [{ trait_name: "insurance", value: "Acorn" }] },
        success_criteria: "@rules\npass when tool book_appointment called",
      },
    });
  const queued = await acme("POST", "/v1/queue-http-text-simulation-run", { simulation_id: simulation });
  run = Number(queued.body.simulation_run_id);
  await over(run);
}, 60_000);

test("filters are in the address: the way back keeps them, and so does the way up", async () => {
  const { page } = await signedIn(`run/${run}`);
  await page.getByLabel("Tag").selectOption("edge");
  await page.getByLabel("Order").selectOption("longest");
  await expect.poll(() => page.locator(".rows a").count()).toBe(2);
  expect(page.url()).toContain(`#/run/${run}?tag=edge&sort=longest`);
  await page.locator(".rows a").first().click();
  await page.getByRole("heading", { name: "What was said" }).waitFor();
  await page.goBack();
  await expect.poll(() => page.locator(".rows a").count()).toBe(2);
  expect(await page.getByLabel("Tag").inputValue()).toBe("edge");
  await page.locator(".rows a").first().click();
  await page.getByRole("heading", { name: "What was said" }).waitFor();
  await page.keyboard.press("u");
  await expect.poll(() => page.getByLabel("Order").inputValue()).toBe("longest");
  await page.getByLabel("Tag").selectOption("");
  await page.getByLabel("Caller").selectOption("Books twice");
  await expect.poll(() => page.locator(".rows a").count()).toBe(2);
  await page.getByLabel("Caller").selectOption("");
  await page.getByLabel("Criterion").selectOption("Success criteria");
  await expect.poll(() => page.locator(".rows a").count()).toBe(2);
  await page.getByLabel("Criterion").selectOption("");
  // What was said is searched, too.
  await page.getByRole("searchbox").fill("booked for TUESDAY");
  await expect.poll(() => page.locator(".rows a").count()).toBe(2);
  await page.reload();
  await expect.poll(() => page.locator(".rows a").count()).toBe(2);
});

test("the page of a conversation says who calls, and leads to it, to the agent, and to its repetition", async () => {
  const { page } = await signedIn(`run/${run}?outcome=passed`);
  await page.locator(".rows a").first().click();
  const caller = page.locator(".caller");
  await caller.getByText(GOAL).waitFor();
  expect(await caller.textContent()).toContain("insuranceAcorn");
  expect(await caller.textContent()).toContain("pass when tool book_appointment called");
  // It passed, so nothing is listed as open.
  expect(await page.getByRole("heading", { name: "What did not pass" }).count()).toBe(0);
  expect(await page.locator(".turn.tool summary").textContent()).toContain("Tuesday");
  await page.locator(".turn.tool summary").click();
  await page.getByText('{"booked":true}').waitFor();
  const tabs = page.getByRole("navigation", { name: "Conversations of this caller" }).getByRole("link");
  expect(await tabs.count()).toBe(2);
  const first = page.url();
  await tabs.nth(1).click();
  await expect.poll(() => page.url()).not.toBe(first);
  await expect.poll(() => tabs.nth(1).getAttribute("aria-current")).toBe("page");
  await caller.getByRole("link", { name: "Books twice" }).click();
  await page.getByRole("heading", { name: "Books twice", level: 1 }).waitFor();
  expect(await violationsIn(page)).toEqual([]);
  await page.getByRole("link", { name: `Simulation ${simulation}` }).click();
  await page.getByRole("heading", { name: "Twice" }).waitFor();
});

test("a search finds runs, agents, callers, and what was said", async () => {
  const { page } = await signedIn("search");
  const box = page.getByRole("searchbox");
  const found = (title: string) => page.locator("section", { hasText: title }).getByRole("link");
  await box.fill("refund twice");
  await found("Callers").filter({ hasText: "Wants a refund twice" }).waitFor();
  await box.fill("Front");
  await found("Agents").filter({ hasText: "Front desk" }).waitFor();
  await box.fill("of Twice");
  await found("Runs")
    .filter({ hasText: `Run ${run}` })
    .waitFor();
  await box.fill("order 77");
  const said = found("What was said").first();
  await said.waitFor();
  expect(await violationsIn(page)).toEqual([]);
  await said.click();
  await page.getByRole("heading", { name: "What was said" }).waitFor();
  await page.goBack();
  await expect.poll(() => box.inputValue()).toBe("order 77");
});

test("a run is started, repeated, and scheduled from the page", async () => {
  const { page } = await signedIn(`simulation/${simulation}`);
  await page.getByLabel("Times each caller calls").fill("1");
  await page.getByRole("button", { name: "Start with 2 callers" }).click();
  await page.locator("h1", { hasText: "2 conversations" }).waitFor();
  const started = Number(/run\/(\d+)/.exec(page.url())?.[1]);
  expect(started).toBeGreaterThan(run);
  await page.evaluate(`location.hash = "#/run/${run}"`);
  await page.locator(".eyebrow", { hasText: `Run ${run}` }).waitFor();
  await page.getByRole("button", { name: "Run again" }).click();
  await expect.poll(() => Number(/run\/(\d+)/.exec(page.url())?.[1])).toBeGreaterThan(started);
  const again = Number(/run\/(\d+)/.exec(page.url())?.[1]);
  await Promise.all([over(started), over(again)]);
  const results = async (id: number) =>
    (await acme("GET", `/v1/retrieve-simulation-results/${id}`)).body.simulation_results;
  const [before, after] = [await results(run), await results(again)];
  const told = (all: Awaited<typeof before>) =>
    all.map((one: Record<string, unknown>) => [one["digital_human_id"], one["repetition"], one["seed"]]);
  expect(told(after)).toEqual(told(before));
  await page.evaluate(`location.hash = "#/simulation/${simulation}"`);
  await page.getByLabel("Time", { exact: true }).fill("07:30");
  await page.getByRole("button", { name: "Add a schedule" }).click();
  await page.locator(".schedules code", { hasText: "30 7 * * *" }).waitFor();
  await page.getByRole("button", { name: "Switch off" }).click();
  await page.getByRole("button", { name: "Switch on" }).waitFor();
  expect((await acme("GET", "/v1/schedules")).body.schedules).toMatchObject([
    { simulation_id: String(simulation), cron_expression: "30 7 * * *", enabled: false },
  ]);
  expect(await violationsIn(page)).toEqual([]);
});

test("a run in progress has neither a rate nor a headline of failures, and only what runs is live", async () => {
  await acme("POST", "/v1/update-agent", { agent_id: 101, http_webhook: null });
  const { body } = await acme("POST", "/v1/queue-http-text-simulation-run", { simulation_id: simulation });
  const { page } = await signedIn(`run/${body.simulation_run_id}`);
  await page.getByRole("heading", { name: "0 of 4 conversations over, the rest still running" }).waitFor();
  expect(await page.locator(".rate").textContent()).not.toContain("%");
  await page.evaluate(`location.hash = "#/live"`);
  // Its max_concurrent is 2.
  await page.getByRole("heading", { name: "2 conversations running" }).waitFor();
  expect(await page.locator(".card").count()).toBe(2);
  await page.getByText("2 more wait for their turn.").waitFor();
  await acme("POST", "/v1/end-conversations", { test_result_ids: body.simulation_result_ids });
});

test("runs of one day have places of their own in the chart of their agent", async () => {
  const { page } = await signedIn("agent/101");
  const points = page.locator("section", { hasText: "Pass rate of runs" }).locator("circle");
  await expect.poll(() => points.count()).toBeGreaterThan(2);
  const places = await points.evaluateAll((all) => all.map((one) => Number(one.getAttribute("cx"))));
  const gaps = places.slice(1).map((place, at) => place - (places[at] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(20);
});

test("a comparison lists pairs, and only counts what one side has alone", async () => {
  const { page } = await signedIn(`compare/${made.run}/${run}`);
  await page.getByText("The two sides have no caller in common.").waitFor();
  await page.getByText("4 conversations only in").waitFor();
  expect(await page.locator("tbody tr").count()).toBe(0);
});

test("an address that names nothing that can exist is not asked for, and no command runs what it says", async () => {
  const { page } = await signedIn("");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  for (const address of [
    "calls/1001;%20touch%20x",
    "call/..%2f..%2fv1%2fall-agents",
    "call/..",
    "call/%2e%2e",
    "run/1%2F..%2F2",
    "conversation/1$(touch%20x)",
    "simulation/-1",
    "compare/1/;",
  ]) {
    await page.evaluate(`location.hash = "#/${address}"`);
    await page.getByText("Page not found").waitFor();
    expect(await page.locator(".command").count(), address).toBe(0);
    await page.evaluate(`location.hash = "#/search"`);
    await page.getByRole("heading", { name: "Search" }).waitFor();
  }
  expect(asked.filter((url) => /touch|\.\.|%2f/i.test(url))).toEqual([]);
  await page.evaluate(`location.hash = "#/calls/101?tag=${encodeURIComponent("it's; touch x")}"`);
  await page.locator(".command code", { hasText: String.raw`--tag 'it'\''s; touch x'` }).waitFor();
});
