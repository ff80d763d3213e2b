/** `parley docs`: the pages as files and over HTTP, without the network. */
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { useCli } from "../support/cli.ts";

const parley = useCli();
const site = join(parley.home, "site");
const read = (name: string) => readFileSync(join(site, name), "utf8");

test("writes every page, whose links lead to pages and headings, and load nothing from elsewhere", async () => {
  expect(await parley(["docs", "--build", "site"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("site"),
  });
  const pages = readdirSync(site).filter((name) => name.endsWith(".html"));
  for (const name of [
    "index.html",
    "install.html",
    "clients.html",
    "commands.html",
    "api.html",
    "security.html",
  ])
    expect(pages).toContain(name);
  let links = 0;
  for (const page of pages) {
    for (const [, href = ""] of read(page).matchAll(/<a href="([^":]+)"/g)) {
      const [name, anchor] = href.split("#");
      expect(pages, `${page}: ${href}`).toContain(name);
      if (anchor) expect(read(name ?? "").includes(` id="${anchor}"`), `${page}: ${href}`).toBe(true);
      links += 1;
    }
    expect(read(page)).not.toMatch(/(?:src|<link[^>]*href)="(?:https?:)?\/\//);
  }
  expect(links).toBeGreaterThan(pages.length * pages.length);
  expect(read("commands.html")).toContain("Usage: parley sim start");
  expect(read("api.html")).toContain('id="create_digital_human"');
});

test("the index of the search has every page, and leads to headings that exist", () => {
  const [, list = "[]"] = /^const SECTIONS=(.*);$/m.exec(read("search.js")) ?? [];
  const sections: [string, string, string, string][] = JSON.parse(list);
  const found = new Set(sections.map(([href]) => href.split("#")[0]));
  for (const page of readdirSync(site).filter((name) => name.endsWith(".html")))
    expect(found).toContain(page);
  for (const [href] of sections) {
    const [page = "", anchor] = href.split("#");
    expect(read(page)).toContain(` id="${anchor}"`);
  }
});

test("serves on the loopback address, to no other name, and stops at a signal", async () => {
  const child = parley.start(["docs", "--json"]);
  const [line] = await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), "line");
  const { url } = JSON.parse(line);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  const index = await fetch(url);
  expect([index.status, index.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect((await fetch(`${url}../../etc/passwd`)).status).toBe(404);
  const asked = request(url, { headers: { host: "attacker.example" } }).end();
  const [answer] = await once(asked, "response");
  expect(answer.statusCode).toBe(421);
  child.kill("SIGTERM");
  expect((await once(child, "close"))[0]).toBe(0);
});
