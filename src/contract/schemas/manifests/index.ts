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

export const manifestKinds = {
  DigitalHumans: DigitalHumansManifest,
  DigitalHuman: DigitalHumanManifest,
  Evaluations: EvaluationsManifest,
  GenerateDigitalHumans: GenerateDigitalHumansManifest,
  Policies: PoliciesManifest,
  Script: ScriptManifest,
  Seed,
} as const satisfies Record<ManifestKind, z.ZodType>;
