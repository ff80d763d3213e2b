/** Machines that answer, stored in a real service. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { useProgram } from "../support/in-process.ts";
import { type Served, startService } from "../support/served.ts";
import { AGENTS, useFolder } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();
let served: Served;
beforeAll(async () => {
  served = await startService(parley);
});
afterAll(() => served.stop("SIGTERM"));

test("a voicemail is stored in published fields, and judges what was said after the beep", async () => {
  const env = { PARLEY_BASE_URL: served.url, PARLEY_API_KEY: served.organizations[0]?.api_key ?? "" };
  const machine = {
    name: "Voicemail",
    voicemail: { greeting: "You have reached Dana.", message: ["call us"] },
  };
  const command = `node ${join(AGENTS, "caller-lines.mjs")}`;
  const cwd = files.write({ command: `${command} … "Please call us."`, stdio: true }, [machine]);
  const left = await parley(["test", "--service", "--json"], { cwd, env });
  expect(left.json.files[0].callers[0].outcome).toBe("passed");

  const early = await parley(
    ["test", "--service", "--json", "--", ...command.split(" "), "Please call us.", "Bye."],
    {
      ...{ cwd, env },
    },
  );
  const [failed] = early.json.files[0].callers;
  expect(failed.outcome).toBe("failed");

  const { json: simulations } = await parley(["sim", "list", "--query", "simulations", "--json"], { env });
  const { id } = simulations.find(({ name }: { name: string }) => name.includes("desk"));
  const { json: stored } = await parley(["dh", "list", String(id), "--query", "digital_humans", "--json"], {
    env,
  });
  expect(stored).toMatchObject([
    {
      name: "Voicemail",
      speaks_first_config: { speaks_first: true, message: "You have reached Dana." },
      hangup_phrases: ["[end of recording]"],
      scripted_responses: [{ response_value: "[beep]" }, { response_value: "[end of recording]" }],
    },
  ]);
  expect(stored[0]).not.toHaveProperty("voicemail");
}, 60_000);

test("an exported machine is written as it was, and applied again it is the same", async () => {
  const env = { PARLEY_BASE_URL: served.url, PARLEY_API_KEY: served.organizations[0]?.api_key ?? "" };
  const cwd = files.write(undefined);
  const run = (...args: string[]) => parley(args, { cwd, env });
  const agent = await run("agents", "create", "--set", "name=Reminders", "--set", "mode=TEXT", "-q");
  const created = await run("sim", "create", "--agent", agent.stdout.trim(), "--name", "Machines", "-q");
  const simulation_id = Number(created.stdout);
  const machines = [
    { name: "Voicemail", voicemail: { greeting: "You have reached Dana.", message: ["call us"] } },
    {
      name: "Menu",
      ivr: {
        greeting: "Press 1 for tickets.",
        options: [
          { key: "1", words: ["tickets"], transfer: "Connecting you to the ticket office." },
          { key: "2", say: "We are open from nine to five." },
        ],
        reaches: "1",
      },
    },
  ];
  const manifest = { kind: "DigitalHumans", simulation_ids: [simulation_id], digital_humans: machines };
  writeFileSync(join(cwd, "machines.yaml"), JSON.stringify(manifest));
  expect(await run("dh", "apply", "-f", "machines.yaml", "--yes")).toMatchObject({ code: 0 });
  const { stdout } = await run("dh", "export", String(simulation_id));
  expect(parse(stdout).digital_humans).toEqual(machines);
  writeFileSync(join(cwd, "exported.yaml"), stdout);
  const planned = await run("dh", "plan", "-f", "exported.yaml", "--json");
  expect(planned.json.summary).toEqual({ create: 0, update: 0, unchanged: 2, unmanaged: 0 });
}, 60_000);
