/**
 * The protocol's published conformance suite against `parley mcp --http`: all scenarios that need no tools,
 * resources, or prompts of the suite itself. Four checks of server-stateless do need such a tool. The suite
 * calls them "not testable".
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { listenWith } from "../support/mcp.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const SUITE = join(ROOT, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const ON_NODE_20 = join(import.meta.dirname, "conformance-on-node-20.mjs");

const NOT_TESTABLE = `server:
  - server-stateless:sep-2575-server-rejects-undeclared-capability
  - server-stateless:sep-2575-missing-capability-http-400
  - server-stateless:sep-2575-http-server-no-independent-requests-on-stream
  - server-stateless:sep-2575-server-no-log-without-loglevel
`;

const parley = useCli({ url: () => "http://127.0.0.1:9" });
const folder = mkdtempSync(join(tmpdir(), "parley-conformance-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runs(url: string, scenario: string): Promise<{ code: number | null; output: string }> {
  const baseline = join(folder, "not-testable.yaml");
  writeFileSync(baseline, NOT_TESTABLE);
  const args = ["server", "--url", url, "--scenario", scenario, "--expected-failures", baseline];
  const child = spawn(process.execPath, ["--import", ON_NODE_20, SUITE, ...args], { cwd: folder });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  return new Promise((done) => child.on("close", (code) => done({ code, output })));
}

describe("the conformance suite", () => {
  test.each([
    ["server-initialize", 2],
    ["server-stateless", 24],
    ["ping", 2],
    ["tools-list", 3],
    ["resources-list", 2],
    ["sep-2164-resource-not-found", 4],
    ["prompts-list", 2],
    ["dns-rebinding-protection", 2],
    ["caching", 8],
    ["http-header-validation", 14],
    ["input-required-result-unsupported-methods", 2],
    ["input-required-result-validate-input", 3],
  ])("passes %s: %i checks", async (scenario, checks) => {
    const url = await listenWith(parley);
    const { code, output } = await runs(url, scenario);
    expect(code, output).toBe(0);
    expect(output).toContain(`Passed: ${checks}/`);
  });
});
