/** Reports as the commands write them, opened from their files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { COUNT, HEADLINE, useConsole } from "./console.ts";

const { service, open, made, runOfNewestPrompt } = useConsole();
const cli = useCli(service);

const file = (name: string) => join(cli.home, name);
const opened = async (name: string) => (await open(pathToFileURL(file(name)).href)).page;

test("sim wait writes a report, names it in its last line, and tells GitHub where it is", async () => {
  const { body } = await service.acme("GET", `/v1/retrieve-simulation-results/${made.run}`);
  const ran = await cli(
    ["sim", "wait", String(body.simulation_run.simulation_id), "--report", "html=run.html"],
    {
      env: {
        GITHUB_STEP_SUMMARY: file("summary.md"),
        GITHUB_SERVER_URL: "https://github.example",
        GITHUB_REPOSITORY: "acme/agent",
        GITHUB_RUN_ID: "17",
      },
    },
  );
  expect(ran.code).toBe(9);
  expect(ran.stderr.trimEnd().split("\n").at(-1)).toBe("report: run.html");
  expect(readFileSync(file("summary.md"), "utf8")).toContain(
    "`run.html`, among the [artifacts of this run](https://github.example/acme/agent/actions/runs/17#artifacts)",
  );
  const page = await opened("run.html");
  await page.getByRole("heading", { name: HEADLINE }).waitFor();
  await page.keyboard.press("j");
  await page.locator(".turn.guilty", { hasText: "Success criteria" }).waitFor();
});

test("parley report writes a call with its recording, and its evidence seeks in it", async () => {
  const ran = await cli(["report", made.call_id, "--with-audio", "--to", "call.html"]);
  expect(ran).toMatchObject({ code: 0, stdout: "report: call.html\n" });
  const page = await opened("call.html");
  await page.locator(".rows a").click();
  const evidence = page.locator(".verdict.failed .place");
  await evidence.waitFor();
  await expect.poll(() => page.evaluate("document.querySelector('audio').readyState")).toBeGreaterThan(0);
  await evidence.click();
  const { body } = await service.acme("GET", `/v1/retrieve-call-log/${made.call_id}`);
  const index = Number((await page.locator(".turn.guilty").getAttribute("id"))?.replace("turn-", ""));
  const seconds = await page.evaluate<number>("document.querySelector('audio').currentTime");
  expect(Math.abs(seconds * 1000 - body.call_log.transcript[index].start_offset_ms)).toBeLessThanOrEqual(50);
});

test("parley report shows two runs side by side", async () => {
  const run = String(made.run);
  const ran = await cli(["report", run, run, "--compare", "--to", "both.html", "--json"]);
  expect(ran.json).toEqual({ file: "both.html", conversations: 2 * COUNT });
  const page = await opened("both.html");
  await page.getByText("No difference shown").waitFor();
  await page.getByRole("button", { name: `Show all ${COUNT} pairs` }).click();
  await page.locator("td a").first().click();
  await page.getByRole("heading", { name: "What was said" }).waitFor();
});

test("sim compare writes the two runs side by side, with what changed in the prompt", async () => {
  const [before, after] = [String(made.run), String(await runOfNewestPrompt())];
  const ran = await cli(["sim", "compare", before, after, "--report", "html=compared.html"]);
  expect(ran.code).toBe(0);
  expect(ran.stderr.trimEnd().split("\n").at(-1)).toBe("report: compared.html");
  const page = await opened("compared.html");
  await page.getByText(`Run ${before} tested version 1, Run ${after} version 2.`).waitFor();
  expect(await page.locator(".diff .removed").allInnerTexts()).toEqual(["-Book appointments.\n"]);
  expect(await page.locator(".diff .added").allInnerTexts()).toEqual([
    "+Book appointments, one at a time.\n",
  ]);
});

test("release reports say in one line what shows that the agent ran the versions", async () => {
  const simulation = String(made.simulation_id);
  await cli(["release", "check", simulation, "--prompt", "2", "--report", "html=check.html"]);
  const checked = await opened("check.html");
  const told = "prompt version 2 (told to the agent, which did not confirm it)";
  await checked.locator(".facts").getByText(`agent 101, ${told}`).waitFor();
  await checked.locator(".rows a").first().click();
  await checked.locator(".facts").getByText(told).waitFor();
  await cli(["release", "compare", simulation, "1", "2", "--report", "html=versions.html"]);
  const compared = await opened("versions.html");
  await compared.getByRole("link", { name: "All conversations" }).click();
  const both = ["1", "2"].map((number) => `version ${number} (told to the agent, which did not confirm it)`);
  await compared.locator(".facts").getByText(both.join(", ")).waitFor();
});

test.each([
  [["report", "9", "--compare"], "--compare needs two runs"],
  [["report", "everything"], "must be the id of a run, of a call, or result/<id>"],
  [["report", "999999"], "not found"],
  [["sim", "wait", "7", "--report", "html=missing/run.html"], "cannot write the report"],
  [["evaluate", "calls.yaml", "--report", "html=calls.html"], "--report html requires --wait"],
])("%s is refused in words, and writes nothing", async (args, words) => {
  const ran = await cli(args);
  expect(ran.code).not.toBe(0);
  expect(ran.stderr).toContain(words);
});
