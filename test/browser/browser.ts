/** Drives Debian's Chromium as a person would: pages, keys, and errors. */
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";

/** It starts nothing in the background, so all its requests come from the page. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface Opened {
  readonly page: Page;
  /** Addresses outside the page's own origin that it requested. */
  readonly outside: string[];
  /** Violations of the content security policy, and script errors. */
  readonly faults: string[];
}

export type Looks = Pick<
  BrowserContextOptions,
  "colorScheme" | "viewport" | "storageState" | "reducedMotion"
>;

/** A browser for the test file. No page may request anything from elsewhere, or break a rule. */
export function useBrowser() {
  let browser: Browser;
  const opened: Opened[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: FLAGS });
  });
  afterEach(async () => {
    const all = opened.splice(0);
    for (const { page } of all) await page.context().close();
    for (const { outside, faults } of all) {
      expect(outside).toEqual([]);
      expect(faults).toEqual([]);
    }
  });
  afterAll(() => browser.close());

  return async function open(url: string, looks: Looks = {}): Promise<Opened> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: "reduce",
      timezoneId: "UTC",
      ...looks,
    });
    const page = await context.newPage();
    const found: Opened = { page, outside: [], faults: [] };
    opened.push(found);
    const own = url.startsWith("file:") ? "file:" : new URL(url).origin;
    page.on("request", (request) => {
      if (!request.url().startsWith(own) && !/^(?:data|blob):/.test(request.url()))
        found.outside.push(request.url());
    });
    page.on("pageerror", (error) => found.faults.push(error.message));
    page.on("console", (message) => {
      if (/Content Security Policy|Trusted ?Type/i.test(message.text())) found.faults.push(message.text());
    });
    await page.goto(url);
    return found;
  };
}

interface Found {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly {
      readonly html: string;
      readonly any: readonly { readonly message: string }[];
    }[];
  }[];
}

/** Violations of the accessibility rules, each with its location. */
export async function violationsIn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<Found>(
    "axe.run(document, { resultTypes: ['violations'], preload: false })",
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`),
  );
}

/** The appearances in which every screen must be accessible. */
export const LOOKS: readonly (readonly [name: string, looks: Looks])[] = [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["at 320 px", { colorScheme: "light", viewport: { width: 320, height: 640 } }],
];
