import { z } from "zod";
import { Seed } from "../contract/schemas/index.ts";
import { DigitalHumanManifest } from "../contract/schemas/manifests/digital-human.ts";
import { DigitalHumansManifest } from "../contract/schemas/manifests/digital-humans.ts";
import { GenerateDigitalHumansManifest } from "../contract/schemas/manifests/generate-digital-humans.ts";

const kinds: Readonly<Record<string, z.ZodType>> = {
  DigitalHuman: DigitalHumanManifest,
  DigitalHumans: DigitalHumansManifest,
  GenerateDigitalHumans: GenerateDigitalHumansManifest,
  Seed,
};

/** JSON Schemas of the manifest kinds, for editors. */
export function manifestSchemas(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, schema]) => [
      kind,
      z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }),
    ]),
  );
}
