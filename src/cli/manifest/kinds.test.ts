import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readDigitalHumans } from "./digital-humans.ts";
import { readEvaluations } from "./evaluations.ts";

const cwd = mkdtempSync(join(tmpdir(), "parley-"));
const surroundings = { cwd, env: {} };
const boundary = { allow_outside: false };
const humans =
  "kind: DigitalHumans\nsimulation_ids: [7]\ndigital_humans: [{ name: Refund, intent: A refund }]\n";
const calls =
  "kind: Evaluations\nevaluations: [{ start_time_utc: 2026-11-01T12:00:00Z, recording_url: https://a.example/1.wav }]\n";
const file = (name: string, ...documents: string[]) => {
  writeFileSync(join(cwd, name), documents.join("---\n"));
  return [name];
};

describe("a file with documents of several kinds", () => {
  const both = file("both.yaml", humans, calls);

  test("gives each command its own", async () => {
    const wanted = await readDigitalHumans(both, surroundings, boundary);
    expect(wanted.map(({ name }) => name)).toEqual(["Refund"]);
    const { listed } = await readEvaluations(both, surroundings, boundary);
    expect(listed.map(({ fields }) => fields.recording_url)).toEqual(["https://a.example/1.wav"]);
  });

  test("is a mistake where none is of the kind", async () => {
    const evaluations = await readEvaluations(file("humans.yaml", humans), surroundings, boundary);
    expect(evaluations).toMatchObject({
      listed: [],
      faults: [{ where: "humans.yaml:1:7", message: 'kind: must be Evaluations, not "DigitalHumans"' }],
      isUncertain: true,
    });
  });

  test("and an unknown kind is a mistake next to any", async () => {
    const files = file("typo.yaml", humans, calls.replace("Evaluations", "Evalutions"));
    await expect(readDigitalHumans(files, surroundings, boundary)).rejects.toMatchObject({
      options: { details: [{ message: expect.stringContaining('not "Evalutions"') }] },
    });
  });
});
