/** The report as a person opens it: from a file, without anything else. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { LOOKS, useBrowser, violationsIn } from "./browser.ts";
import { conversation, useReports } from "./made.ts";

const open = useBrowser();
const write = useReports();

const several = (count: number) => Array.from({ length: count }, (_, at) => conversation(at + 1));

test.each(LOOKS)("every screen is accessible, %s", async (_, looks) => {
  const { url } = write(several(12));
  const { page } = await open(url, looks);
  expect(await violationsIn(page)).toEqual([]);
  await page.goto(`${url}#/conversation/4`);
  await page.getByRole("heading", { name: "Caller 4" }).waitFor();
  expect(await violationsIn(page)).toEqual([]);
  // Nothing is wider than the screen.
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
});

test("failures come first, grouped by reason, and the guilty turn is marked", async () => {
  const { page } = await open(write(several(12)).url);
  await expect
    .poll(() => page.getByRole("heading", { level: 1 }).textContent())
    .toBe("3 of 12 conversations failed");
  expect(await page.locator(".group").count()).toBe(1);
  expect(await page.locator(".group").textContent()).toContain("fail when agent_repetition > 0.4");
  expect(await page.locator(".rows a").first().textContent()).toContain("Caller 4");
  await page.locator(".group-rows a").first().click();
  const guilty = page.locator(".turn.guilty");
  await guilty.waitFor();
  expect(await guilty.getAttribute("id")).toBe("turn-5");
  expect(await guilty.textContent()).toContain("Patience");
});

test("what became of the tables is shown, and leads to the turn before", async () => {
  const { evaluation, ...rest } = conversation(4);
  const row = { before: null, calls: [1], change: "added" };
  const end_state = [
    { ...row, table: "bookings", row: 1, after: { id: 1, name: "<b>Jo</b>" }, turn: 4 },
    { ...row, table: "notes", row: 1, after: { id: 1 }, turn: 0 },
  ];
  const { url } = write([conversation(4, { ...rest, evaluation: { ...evaluation, end_state } })]);
  const { page } = await open(`${url}#/conversation/4`);
  const tables = page.locator("section, .panel").filter({ hasText: "What became of the tables" }).last();
  await tables.waitFor();
  expect(await tables.locator("li").allTextContents()).toEqual([
    'bookings: added {"id":1,"name":"<b>Jo</b>"} by tool call 1 after turn 4',
    'notes: added {"id":1} by tool call 1',
  ]);
  await tables.getByRole("button").click();
  expect(await page.locator(".turn.chosen").getAttribute("id")).toBe("turn-3");
  expect(await violationsIn(page)).toEqual([]);
});

test("every action has a key", async () => {
  const { page } = await open(write(several(40)).url);
  const heading = () => page.getByRole("heading", { level: 1 }).textContent();
  await expect.poll(heading).toBe("10 of 40 conversations failed");
  await page.keyboard.press("j");
  await expect.poll(heading).toBe("Caller 4");
  await page.keyboard.press("j");
  await expect.poll(heading).toBe("Caller 8");
  await page.keyboard.press("k");
  await expect.poll(heading).toBe("Caller 4");
  await page.keyboard.press("u");
  await expect.poll(heading).toBe("10 of 40 conversations failed");
  await page.keyboard.press("/");
  await page.keyboard.type("Caller 33");
  await expect.poll(() => page.locator(".rows a").count()).toBe(1);
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(heading).toBe("Caller 33");
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
});

test("the arrow keys go through a list that is drawn only in part", async () => {
  const { page } = await open(write(several(300)).url);
  await page.locator(".rows a").first().focus();
  await page.keyboard.press("End");
  await expect.poll(() => page.evaluate("document.activeElement?.getAttribute('data-index')")).toBe("299");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => page.evaluate("document.activeElement?.getAttribute('data-index')")).toBe("298");
});

test("a thousand conversations are at most 5 MB, and are there within a second", async () => {
  const { url, bytes } = write(several(1000));
  expect(bytes).toBeLessThan(5_000_000);
  const { page } = await open(url);
  await page.locator(".rows a").first().waitFor();
  // The browser reports a paint only a moment later.
  const painted = () =>
    page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null);
  await expect.poll(painted).not.toBeNull();
  expect(await painted()).toBeLessThan(1000);
});

test("ten thousand conversations scroll with at most 300 rows in the document", async () => {
  const results = Array.from({ length: 10_000 }, (_, at) =>
    conversation(at + 1, { transcript: [], evaluation: null }),
  );
  const { page } = await open(write(results).url);
  const rows = page.locator(".rows li");
  await rows.first().waitFor();
  expect(await rows.count()).toBeLessThanOrEqual(300);
  for (const top of [100_000, 300_000, 599_000]) {
    await page.locator(".rows").evaluate((list, to) => list.scrollTo(0, to), top);
    await expect
      .poll(async () => Number(await rows.first().getAttribute("aria-posinset")))
      .toBeGreaterThan(top / 60 - 30);
    expect(await rows.count()).toBeLessThanOrEqual(300);
  }
});

test("hostile text is drawn as text", async () => {
  const strange = fc.oneof(
    fc.constantFrom(
      "</script><script>globalThis.broken = true</script>",
      "<img src=x onerror='globalThis.broken = true'>",
      "\u202egnirts desrever\u2066",
      "\x1b[2J\x1b]0;title\x07",
      "]]><!--",
      "‏שלום עולם",
      "x".repeat(1_000_000),
      '"></template><svg onload=globalThis.broken=true>',
      "\u2028\u2029\0",
    ),
    fc.string({ unit: "binary", maxLength: 200 }),
  );
  const parts = fc.record({ text: strange, name: strange, reason: strange, tool: strange });
  for (const { text, name, reason, tool } of fc.sample(parts, 12)) {
    const { url } = write([
      conversation(4, {
        transcript: [{ role: name, message: text, start_offset_ms: 0 }],
        tool_calls: [
          { name: tool, parameters: { [text.slice(0, 100)]: name }, output: reason, start_offset_ms: 1 },
        ],
        outcome_reason: reason,
        criteria: null,
      }),
    ]);
    const { page } = await open(url);
    await page.locator(".rows a").click();
    await page.locator(".turn").first().waitFor();
    const drawn = await page.evaluate<{ text: string }>(`({
      broken: "broken" in globalThis,
      scripts: document.querySelectorAll("main script, main img, main svg").length,
      text: document.querySelector("#turn-0 .text")?.textContent ?? "",
      wide: document.documentElement.scrollWidth > innerWidth,
    })`);
    expect(drawn).toMatchObject({ broken: false, scripts: 0, wide: false });
    expect(drawn.text).not.toMatch(/[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
    const plain = /^[ -~]+$/.exec(text.slice(0, 1000))?.[0];
    if (plain) expect(drawn.text).toContain(plain.trim());
    await page.context().close();
  }
}, 120_000);
