/** `--query` prints a single string unquoted. */
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import { runInTerminal } from "../support/terminal.ts";

const service = useRecorder();
const parley = useProgram(service);
const PROMPT = 'You are the desk.\r\n\r\n\tSay "hello" first.\n';
const ask = (...flags: string[]) => {
  service.answer({ body: [{ id: 101, name: PROMPT }] });
  return parley(["agents", "list", "--query", "[0].name", ...flags]);
};

test("every line break and quote is kept", async () => {
  expect((await ask()).stdout).toBe(PROMPT);
});

test.each([["--json"], ["-o", "yaml"], ["-o", "csv"], ["-o", "jsonl"]])(
  "--raw does so with %s",
  async (...flags) => {
    expect((await ask("--raw", ...flags)).stdout).toBe(PROMPT);
  },
);

test("without --raw, --json stays JSON", async () => {
  expect((await ask("--json")).json).toBe(PROMPT);
});

test("values other than strings are printed as before", async () => {
  service.answer({ body: [{ id: 101, name: "Desk" }] });
  expect((await parley(["agents", "list", "--query", "[].name", "--json", "--raw"])).json).toEqual(["Desk"]);
});

test("a terminal keeps the lines and obeys nothing in them", async () => {
  service.answer({ body: [{ id: 101, name: "one\ntwo\u001b]0;title\u0007\u001b[31m" }] });
  const { output } = await runInTerminal(parley, ["agents", "list", "--query", "[0].name"]);
  expect(output).toContain("one\r\ntwo\r\n");
  expect(output).not.toContain("title");
});

test("--raw without --query is refused before anything is sent", async () => {
  service.requests.length = 0;
  const { code, stderr } = await parley(["agents", "list", "--raw"]);
  expect(code).toBe(2);
  expect(stderr).toContain("--raw requires --query");
  expect(service.requests).toEqual([]);
});

test("a call id can be used in a script as it is printed", async () => {
  service.answer({ body: { call_id: "52b44f39-05c8-453f-8e16-12f865792a5a" } });
  const { stdout } = await parley(["api", "GET", "/v1/x", "--query", "call_id"]);
  expect(stdout).toBe("52b44f39-05c8-453f-8e16-12f865792a5a\n");
});
