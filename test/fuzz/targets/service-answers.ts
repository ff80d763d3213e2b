import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { endpoints, type Operation } from "../../../src/contract/endpoints.ts";
import * as schemas from "../../../src/contract/schemas/index.ts";
import { arbitraryOf, jsonSchemaOf } from "../../support/arbitrary.ts";
import { runInProcess } from "../../support/in-process.ts";
import { changed } from "../inputs.ts";
import { target } from "../target.ts";

/** Commands that show the service's answers, with the operation that they show. */
const commands: readonly (readonly [string, Operation])[] = [
  ["agents list", "list_agents"],
  ["metrics list", "list_custom_metrics"],
  ["dh list 7", "list_digital_humans"],
  ["dh show 501", "get_digital_human"],
  ["sim runs 7", "list_simulation_runs"],
  ["sim list", "list_simulations"],
  ["prompts list --agent 101", "list_prompt_versions"],
  ["kb list --agent 101", "list_knowledge_base_versions"],
  ["labels list --agent 101", "list_labels"],
  ["evaluate show 1", "get_call_log"],
  ["webhooks list", "list_webhooks"],
];

let answer = "";
let server: Server | undefined;
let url = "";
let folder = "";

/** A service's answer that is broken, newer, or hostile to its readers. */
export const serviceAnswer = target({
  name: "service-answer",
  share: 4,
  async begin() {
    folder = mkdtempSync(join(tmpdir(), "parley-fuzz-"));
    server = createServer((_, response) => response.end(answer));
    await new Promise<void>((listening) => server?.listen(0, "127.0.0.1", listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
  async end() {
    server?.closeAllConnections();
    server?.close();
    rmSync(folder, { recursive: true });
  },
  inputs: fc.constantFrom(...commands).chain(([command, operation]) =>
    fc.record({
      command: fc.constant(command),
      output: fc.constantFrom("table", "json", "csv", "yaml", "jsonl"),
      body: changed(arbitraryOf(jsonSchemaOf(schemas[endpoints[operation].answer]), { examples: {} })).map(
        (value) => JSON.stringify(value),
      ),
    }),
  ),
  async run({ command, output, body }) {
    answer = body;
    const env = {
      HOME: folder,
      PARLEY_BASE_URL: url,
      PARLEY_API_KEY: "pk_fuzz",
    };
    const argv = [...command.split(" "), "-o", output, "--retries", "0"];
    const { code, stdout, stderr } = await runInProcess(argv, { env, cwd: folder });
    if (code !== 0 && code !== 1) throw new Error(`ended with ${code}: ${stderr}`);
    if (stderr.includes("fault of parley")) throw new Error(stderr);
    if (/\n\s+at /.test(stderr)) throw new Error(`a stack trace: ${stderr}`);
    if (/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.test(stderr)) throw new Error("control characters on stderr");
    if (output === "table" && /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.test(stdout))
      throw new Error("control characters on stdout");
  },
});
