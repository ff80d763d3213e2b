/**
 * The console's pictures in the README and the docs. Every run of these tests draws them;
 * `PARLEY_PICTURES=docs/pictures npm run test:browser` stores them.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { useConsole } from "./console.ts";

const { signedIn, made } = useConsole();

const kept = process.env["PARLEY_PICTURES"];
const folder = kept ? resolve(kept) : mkdtempSync(join(tmpdir(), "parley-pictures-"));
mkdirSync(folder, { recursive: true });
afterAll(() => {
  if (!kept) rmSync(folder, { recursive: true, force: true });
});

/** Pictures stay in the repository forever, so they must be small. */
const BYTES_MAXIMUM = 150_000;

test.each([
  { name: "run", screen: () => `run/${made.run}`, wanted: ".group", height: 860 },
  {
    name: "call",
    screen: () => `call/${made.call_id}`,
    wanted: ".turn.guilty",
    height: 1010,
  },
] as const)("a picture of $name", async ({ name, screen, wanted, height }) => {
  const { page } = await signedIn(screen(), { viewport: { width: 1120, height } });
  await page.locator(wanted).first().waitFor();
  await page.waitForLoadState("networkidle");
  const file = join(folder, `${name}.png`);
  await page.screenshot({ path: file });
  expect(statSync(file).size).toBeGreaterThan(10_000);
  expect(statSync(file).size).toBeLessThan(BYTES_MAXIMUM);
});
