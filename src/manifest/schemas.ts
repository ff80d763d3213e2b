import { z } from "zod";
import { Seed } from "../contract/schemas/index.ts";

/** JSON Schemas of the manifest kinds, for editors. */
export function manifestSchemas(): Readonly<Record<string, unknown>> {
  return { Seed: z.toJSONSchema(Seed, { io: "input", unrepresentable: "any" }) };
}
