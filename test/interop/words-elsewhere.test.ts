/** The words of a conversation are fetched from wherever the service keeps them, without the key. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { useHosted } from "../support/hosted.ts";
import { useProgram } from "../support/in-process.ts";

const WORDS = [
  { start_offset_ms: 0, end_offset_ms: 900, speaker: "USER", utterance: "I want a refund." },
  { start_offset_ms: 1200, end_offset_ms: 2000, speaker: "AGENT", utterance: "Done." },
];

const service = useHosted();
const parley = useProgram(service);

/** Another host, which redirects `/3` to `/2` and so on; `/0` has the words. */
let files: Server;
const asked: IncomingMessage[] = [];
beforeAll(async () => {
  files = createServer((request, response) => {
    asked.push(request);
    const left = Number(request.url?.slice(1));
    if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end("moved");
    else if (request.url === "/away") response.writeHead(307, { location: "file:///etc/hostname" }).end();
    else response.end(JSON.stringify(WORDS));
  });
  await new Promise<void>((resolve) => files.listen(0, "127.0.0.1", resolve));
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(() => {
  files.closeAllConnections();
  files.close();
});

const at = (path: string) => `http://localhost:${(files.address() as AddressInfo).port}${path}`;

const resultWith = (transcript_url: string) =>
  service.offer({
    "GET /v1/retrieve-simulation-result/12": {
      simulation_result: { id: 12, digital_human_id: 501, status: "COMPLETED", transcript_url },
      status: "200",
    },
  });

test.each([0, 1, 5])("of another host, after %d redirects", async (redirects) => {
  resultWith(at(`/${redirects}`));
  const { code, stdout, stderr } = await parley(["sim", "result", "12"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("USER   I want a refund.");
  expect(asked).toHaveLength(redirects + 1);
  for (const { headers } of asked) {
    expect(headers).not.toHaveProperty("x-api-key");
    expect(JSON.stringify(headers)).not.toContain(parley.environment()["PARLEY_API_KEY"]);
  }
});

test.each([
  ["/6", "it redirects more than 5 times"],
  ["/away", "it redirects to what is not a valid URL with http:// or https://"],
])("%s: a warning says why they are missing", async (path, why) => {
  resultWith(at(path));
  const { code, stderr } = await parley(["sim", "result", "12"]);
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining(`warning: could not fetch the words from ${at(path)}: ${why}`),
  ]);
});
