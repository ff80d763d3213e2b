import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { readProfiles } from "../../../src/cli/config/profiles.ts";
import { findProject } from "../../../src/cli/config/project.ts";
import type { Project } from "../../../src/cli/config/project-file.ts";
import { resolveSettings } from "../../../src/cli/config/settings.ts";
import { changed, edited } from "../inputs.ts";
import { target } from "../target.ts";
import { refuses } from "./refused.ts";

let folder = "";
const inFolder = {
  async begin() {
    folder = mkdtempSync(join(tmpdir(), "parley-fuzz-"));
  },
  async end() {
    rmSync(folder, { recursive: true });
  },
};

const flags = { insecure_http: false };
const profiles = {
  current: "one",
  profiles: {
    one: { base_url: "https://one.example", api_key: "k1", agent: "5" },
    two: { base_url: "http://127.0.0.1:8787/x", api_key: "k2" },
  },
};
const project: Project = { file: "/repo/parley.yaml", base_url: "https://one.example/v2" };

/** The stored profiles. */
export const configFile = target({
  name: "config-file",
  share: 3,
  ...inFolder,
  inputs: fc.oneof(
    changed(fc.constant(profiles)).map((value) => JSON.stringify(value)),
    edited(fc.constant(JSON.stringify(profiles, null, 2))),
  ),
  run: (text) =>
    refuses(async () => {
      writeFileSync(join(folder, "config.json"), text);
      const read = await readProfiles(folder);
      resolveSettings({ flags, env: {}, project, profiles: read });
    }),
});

const YAML =
  "base_url: https://one.example\nprofile: one\nagent: 12\njournal_dir: ./.parley/journal\ncanaries: { Tone: tone.jsonl }\n";

/** `parley.yaml`, which may be untrusted. */
export const projectFile = target({
  name: "project-file",
  share: 3,
  ...inFolder,
  inputs: edited(fc.constantFrom(YAML, '{"base_url": "https://one.example", "agent": 5}')),
  run: (text) =>
    refuses(async () => {
      writeFileSync(join(folder, "parley.yaml"), text);
      resolveSettings({ flags, env: {}, project: await findProject(folder), profiles });
    }),
});
