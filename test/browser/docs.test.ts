/** The documentation as files, searched in a browser that sends no other request. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { useBrowser, violationsIn } from "./browser.ts";

const parley = useCli();
const open = useBrowser();

test("a search in the written pages leads to the section, without a server", async () => {
  expect(await parley(["docs", "--build", "site"])).toMatchObject({ code: 0 });
  const { page } = await open(pathToFileURL(join(parley.home, "site/index.html")).href);
  await page.locator("#search").fill("elicitation person confirm");
  const found = page.locator("#found li");
  await expect.poll(() => found.count()).toBeGreaterThan(0);
  await page.locator("#found a", { hasText: "Coding agents" }).first().click();
  await page.getByRole("heading", { name: "Coding agents", level: 1 }).waitFor();
  await page.locator("#search").fill("zyxwvutsrq");
  await expect.poll(() => found.allTextContents()).toEqual(["nothing found"]);
});

test("on a phone, the menu is folded; everywhere it has every page once, grouped by use", async () => {
  expect(await parley(["docs", "--build", "phone"])).toMatchObject({ code: 0 });
  const url = pathToFileURL(join(parley.home, "phone/voice.html")).href;
  const { page } = await open(url, { viewport: { width: 320, height: 640 } });
  const menu = page.locator("#menu");
  await page.getByRole("button", { name: "Menu" }).waitFor();
  expect(await menu.isVisible()).toBe(false);
  expect((await page.getByRole("heading", { level: 1 }).boundingBox())?.y).toBeLessThan(320);
  expect(await violationsIn(page)).toEqual([]);
  await page.getByRole("button", { name: "Menu" }).click();
  expect(await menu.isVisible()).toBe(true);
  expect(await menu.locator("a[aria-current]").textContent()).toBe("Voice");
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect(await menu.locator(".menu-group").allTextContents()).toEqual(
    expect.arrayContaining(["Start", "Evaluate calls", "Test an agent", "Release and run", "Reference"]),
  );
  const pages = await menu
    .locator("a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(new Set(pages).size).toBe(pages.length);
  const files = readdirSync(join(parley.home, "phone")).filter((name) => name.endsWith(".html"));
  expect(pages.toSorted()).toEqual(files.toSorted());
  await menu.getByRole("link", { name: "Releases" }).click();
  await page.getByRole("heading", { level: 1, name: "Releases" }).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await menu.isVisible()).toBe(true);
  expect(await page.getByRole("button", { name: "Menu" }).isVisible()).toBe(false);
});
