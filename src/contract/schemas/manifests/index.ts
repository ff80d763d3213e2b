/** The schema of every kind of manifest, by its name. */
import type { z } from "zod";
import { Seed } from "../seed.ts";
import { DigitalHumanManifest } from "./digital-human.ts";
import { DigitalHumansManifest } from "./digital-humans.ts";
import { EvaluationsManifest } from "./evaluations.ts";
import { GenerateDigitalHumansManifest } from "./generate-digital-humans.ts";
import type { ManifestKind } from "./kinds.ts";
import { PoliciesManifest } from "./policies.ts";
import { ScriptManifest } from "./script.ts";
import { TestManifest } from "./test.ts";
import { WorldManifest } from "./world.ts";

export const manifestKinds = {
  DigitalHumans: DigitalHumansManifest,
  DigitalHuman: DigitalHumanManifest,
  Evaluations: EvaluationsManifest,
  GenerateDigitalHumans: GenerateDigitalHumansManifest,
  Policies: PoliciesManifest,
  Script: ScriptManifest,
  Seed,
  Test: TestManifest,
  World: WorldManifest,
} as const satisfies Record<ManifestKind, z.ZodType>;
