/** How long it takes to import the logs of many calls into a service in a process of its own. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { makeAgent } from "../support/make.ts";
import { type Served, startServiceIn } from "../support/served.ts";
import { callsWith } from "../support/service.ts";
import { vendorLogs } from "../support/vendor-logs.ts";

const parley = useCli();
let service: Served | undefined;
afterAll(() => service?.process.kill("SIGKILL"));

const CALLS = 1000;
const SECONDS = 10;

test(`${CALLS} calls of all platforms are imported in at most ${SECONDS} seconds`, async () => {
  service = await startServiceIn({}, parley);
  const key = service.organizations[0]?.api_key ?? "";
  const env = { PARLEY_BASE_URL: service.url, PARLEY_API_KEY: key };
  const calls = callsWith(service.url, key);
  const { agent_id } = await makeAgent(calls);
  const cwd = join(parley.home, "logs");
  mkdirSync(cwd);
  const vendors = Object.entries(vendorLogs);
  const files = Array.from({ length: CALLS }, (_, at) => {
    const [vendor, { log }] = vendors[at % vendors.length] ?? ["", { log: () => undefined }];
    const name = `${at}-${vendor}.json`;
    const one = {
      id: `call_${at}`,
      agent_id: "agent_of_platform",
      start: Date.UTC(2026, 10, 1, 12) + at * 60_000,
      turns: Array.from({ length: 14 }, (_, turn) => ({
        side: turn % 2 === 0 ? ("AGENT" as const) : ("USER" as const),
        text: `This is what was said in turn ${turn} of call ${at}.`,
        start_ms: 200 + turn * 3000,
        end_ms: 2600 + turn * 3000,
      })),
      tools: [{ name: "book_table", parameters: { seats: "2" }, output: { id: "b1" }, at_ms: 5900 }],
    };
    writeFileSync(join(cwd, name), JSON.stringify(log(one)));
    return name;
  });
  const began = performance.now();
  const { code, json } = await parley(["import", ...files, "--agent", String(agent_id), "--json"], {
    cwd,
    env,
  });
  const seconds = (performance.now() - began) / 1000;
  expect({ code, done: json.summary.done }).toEqual({ code: 0, done: CALLS });
  expect((await calls("GET", `/v1/retrieve-call-logs/${agent_id}`)).body.total_count).toBe(CALLS);
  expect(seconds).toBeLessThanOrEqual(SECONDS);
}, 120_000);
