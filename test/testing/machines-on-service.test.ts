/** Machines that answer, stored in a real service. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
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
