import { z } from "zod";
import { manifestKinds } from "../contract/schemas/manifests/index.ts";

/** JSON Schemas of the manifest kinds, for editors. */
export function manifestSchemas(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(manifestKinds).map(([kind, schema]) => [
      kind,
      z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }),
    ]),
  );
}
