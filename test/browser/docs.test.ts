/** The documentation as files, searched in a browser that sends no other request. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { useBrowser } from "./browser.ts";

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
