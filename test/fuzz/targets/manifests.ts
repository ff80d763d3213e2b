import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { validate } from "../../../src/cli/manifest/validate.ts";
import { manifestKinds } from "../../../src/contract/schemas/manifests/index.ts";
import { arbitraryOf, jsonSchemaOf } from "../../support/arbitrary.ts";
import { changed, edited } from "../inputs.ts";
import { target } from "../target.ts";
import { refuses } from "./refused.ts";

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "../../../fixtures", name), "utf8");
const yaml = ["seed.yaml", "digital-human.yaml", "digital-humans.yaml", "evaluations.yaml"].map(fixture);
const script =
  "kind: Script\nsteps:\n  - say: Hello\n  - expect: { contains: a, within: 10s }\n  - end: true\n";
const rows = [
  "start_time_utc,agent_id,metadata.ticket\n2026-11-01T12:00:00Z,101,5\n",
  'name,intent,num_runs\n"Refund, angry",Wants money,3\n',
];

const generated = Object.entries(manifestKinds).map(([kind, schema]) =>
  changed(
    arbitraryOf(jsonSchemaOf(schema), { examples: {} }).map((value) => ({ ...(value as object), kind })),
  ),
);

let folder = "";

/** A manifest of any kind, in any format. */
export const manifest = target({
  name: "manifest",
  share: 10,
  async begin() {
    folder = mkdtempSync(join(tmpdir(), "parley-fuzz-"));
  },
  async end() {
    rmSync(folder, { recursive: true });
  },
  inputs: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ name: fc.constant("m.yaml"), text: edited(fc.constantFrom(...yaml, script)) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        name: fc.constantFrom("m.json", "m.jsonl"),
        text: fc.oneof(...generated).map((value) => JSON.stringify(value)),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ name: fc.constant("m.csv"), text: edited(fc.constantFrom(...rows)) }),
    },
  ),
  run: ({ name, text }) =>
    refuses(async () => {
      writeFileSync(join(folder, name), text);
      await validate([name], { cwd: folder, env: {} }, { allow_outside: false }, async () => []);
    }),
});
