/** A voice conversation in the console and in a report: its recording, and the agent's own traces. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { ACME_KEY, RIVAL_KEY, useService } from "../support/service.ts";
import { BOOKER, callAll, saying, useVoiceAgents } from "../support/voice-agent.ts";
import { LOOKS, useBrowser, violationsIn } from "./browser.ts";

const service = useService();
const { acme, rival, url } = service;
const parley = useCli(service);
const agents = useVoiceAgents();
const open = useBrowser();

let id = "";
let run = 0;
let line: { duration_ms: number; timeline: { speaker: string; start_offset_ms: number }[] };

beforeAll(async () => {
  const { agent_id } = await makeAgent(acme, { mode: "VOICE" });
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  await makeDigitalHuman(
    acme,
    {
      name: "Calls for a check-up",
      intent: "Wants a check-up with Dr Patel on Tuesday morning. The full name is Ana Diaz.",
      creativity: 0,
      success_criteria: "@rules\nfail when call_duration > 1s",
    },
    [simulation_id],
  );
  const [result] = await callAll(acme, { simulation_id, websocket_url: await agents.fixture() });
  id = String(result.id);
  run = result.simulation_run_id;
  line = result.call;
  const span = (spanId: string, name: string, from: number, to: number, attributes: object = {}) => ({
    ...{ traceId: "a".repeat(32), spanId: spanId.repeat(16), name },
    startTimeUnixNano: String(BigInt(1_700_000_000_000 + from) * 1_000_000n),
    endTimeUnixNano: String(BigInt(1_700_000_000_000 + to) * 1_000_000n),
    attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  });
  const spans = [
    span("1", "stt", 0, 120),
    span("2", "llm_node", 120, 720),
    span("3", "function_tool", 720, 1020, {
      "lk.function_tool.name": "find_slot",
      "lk.function_tool.arguments": '{"day":"<b>Tuesday</b>"}',
    }),
    span("4", "tts_node", 1020, 1300),
  ];
  const sent = await fetch(`${url()}/v1/traces`, {
    method: "POST",
    headers: { "x-api-key": ACME_KEY, "content-type": "application/json", "x-simulation-result-id": id },
    body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }),
  });
  expect(await sent.json()).toEqual({});
}, 120_000);

async function signedIn(screen: string, looks = {}) {
  const { body } = await acme("POST", "/v1/console-links");
  const opened = await open(`${url()}${body.path}/${screen}`, looks);
  await opened.page.getByRole("button", { name: "Sign out" }).waitFor();
  return opened;
}

/** Coloured pixels in the lanes of the agent and of the caller. */
const DRAWN = `(() => {
  const canvas = document.querySelector("canvas");
  const pen = canvas.getContext("2d");
  const count = (y) => {
    const { data } = pen.getImageData(0, y, canvas.width, 44);
    let coloured = 0;
    for (let at = 3; at < data.length; at += 4) if (data[at] > 200) coloured++;
    return coloured;
  };
  return [count(16), count(66)];
})()`;
const position = "document.querySelector('audio').currentTime * 1000";

test("the console plays the recording, with the outline of both sides, and a turn seeks to its moment", async () => {
  const { page } = await signedIn(`conversation/${id}`);
  await expect.poll(() => page.evaluate("document.querySelector('audio')?.readyState")).toBeGreaterThan(0);
  for (const pixels of await page.evaluate<number[]>(DRAWN)) expect(pixels).toBeGreaterThan(500);
  const seconds = await page.evaluate<number>("document.querySelector('audio').duration");
  expect(Math.abs(seconds * 1000 - line.duration_ms)).toBeLessThan(100);
  const index = line.timeline.findLastIndex(({ speaker }) => speaker === "AGENT");
  await page.locator(`#turn-${index} button.at`).click();
  const wanted = line.timeline[index]?.start_offset_ms ?? -1;
  await expect
    .poll(async () => Math.abs((await page.evaluate<number>(position)) - wanted))
    .toBeLessThanOrEqual(50);
});

test("its outline is made once and kept, and another organization gets neither", async () => {
  const path = `/v1/simulation-result-recording-peaks/${id}`;
  const [first, second] = [await acme("GET", path), await acme("GET", path)];
  expect(first.status).toBe(200);
  expect(first.body.channels).toHaveLength(2);
  expect(second.body).toEqual(first.body);
  expect((await rival("GET", path)).status).toBe(404);
  const heard = (key: string, range = "bytes=0-99") =>
    fetch(`${url()}/console/result-recordings/${id}`, { headers: { "x-api-key": key, range } });
  expect((await heard(RIVAL_KEY)).status).toBe(404);
  const part = await heard(ACME_KEY);
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100]);
});

test.each(LOOKS)("the traces of the conversation are shown next to it, %s", async (name, looks) => {
  const { page } = await signedIn(`conversation/${id}`, looks);
  const panel = page.locator(".traces");
  await panel.waitFor();
  expect(await panel.locator("tbody tr").allInnerTexts()).toEqual([
    expect.stringMatching(/speech to text\s+1 ×\s+120 ms/),
    expect.stringMatching(/model\s+1 ×\s+600 ms/),
    expect.stringMatching(/tools\s+1 ×\s+300 ms/),
    expect.stringMatching(/text to speech\s+1 ×\s+280 ms/),
  ]);
  await panel.locator("summary").click();
  await panel.getByText('{"day":"<b>Tuesday</b>"}').waitFor();
  expect(await violationsIn(page), name).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
});

test.each([
  ["run", () => String(run)],
  ["conversation", () => `result/${id}`],
])("a report of the %s holds the recording and the traces", async (_, what) => {
  const file = join(parley.home, "voice.html");
  const { stdout, code } = await parley(["report", what(), "--with-audio", "--to", file]);
  expect([code, stdout.trim()]).toEqual([0, `report: ${file}`]);
  const { page } = await open(`${pathToFileURL(file).href}#/conversation/${id}`);
  await expect.poll(() => page.evaluate("document.querySelector('audio')?.readyState")).toBeGreaterThan(0);
  for (const pixels of await page.evaluate<number[]>(DRAWN)) expect(pixels).toBeGreaterThan(500);
  await page.locator(".traces tbody tr").first().waitFor();
  const silent = join(parley.home, "silent.html");
  await parley(["report", what(), "--to", silent]);
  const { page: other } = await open(`${pathToFileURL(silent).href}#/conversation/${id}`);
  await other.locator("canvas").waitFor();
  expect(await other.locator("audio").count()).toBe(0);
  for (const pixels of await other.evaluate<number[]>(DRAWN)) expect(pixels).toBeGreaterThan(500);
});

test("a simulation's page has a picture of its runs by conditions", {
  timeout: 180_000,
}, async () => {
  const { agent_id } = await makeAgent(acme, { mode: "VOICE" });
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  await makeDigitalHuman(
    acme,
    { name: "Jo", ...BOOKER, success_criteria: "@rules\npass when call_duration > 1s" },
    [simulation_id],
  );
  const websocket_url = await agents.serve(saying(["Hello, how can I help you?", "You are booked."]));
  const body = { simulation_id, websocket_url };
  const at = async (audio_quality: string) =>
    (await callAll(acme, { ...body, conditions: { audio_quality, background_noise: "cafe" } }))[0]
      .simulation_run_id;
  const [high, low] = [await at("high"), await at("low")];
  const { page } = await signedIn(`simulation/${simulation_id}`, { ...LOOKS[0]?.[1] });
  const picture = page.getByRole("region", { name: "By conditions" });
  await picture.waitFor();
  expect(await picture.getByRole("columnheader").allInnerTexts()).toEqual([
    "Conditions",
    "background_noise cafe",
  ]);
  expect(await picture.getByRole("rowheader").allInnerTexts()).toEqual([
    "audio_quality high",
    "audio_quality low",
  ]);
  const [first, second] = await picture.getByRole("cell").allInnerTexts();
  expect(first).toMatch(
    new RegExp(`^1 of 1, 100% \\(20\\.7–100%\\)\\nfacts not measured\\nlatency \\d+ ms\\nrun ${high}$`),
  );
  expect(second).toContain(`run ${low}`);
  expect(await violationsIn(page)).toEqual([]);
  await picture.getByRole("link", { name: `run ${low}` }).click();
  await page.getByRole("heading", { name: "The conversation passed" }).waitFor();
});
