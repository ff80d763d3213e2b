import { usage } from "../../lib/failure.ts";
import { nearest } from "../nearest.ts";
import { arg, defineCommand } from "./command.ts";

export const command = defineCommand({
  about: "Without a kind, lists the kinds. `openapi` is the whole HTTP API as an OpenAPI 3.1 document.",
  args: { kind: arg("[kind]", "a manifest kind, or openapi") },
  examples: [
    ["parley schema openapi > openapi.json", "the HTTP API for other tools"],
    ["parley schema Seed > .parley/seed.schema.json", "for an editor to check and complete seeds with"],
  ],
  view: { kind: "text", text: (data) => JSON.stringify(data, null, 2) },
  async run(_, { kind }) {
    const { manifestSchemas } = await import("../manifest/schemas.ts");
    const kinds = [...Object.keys(manifestSchemas()), "openapi"];
    if (kind === undefined) return { data: kinds };
    if (kind === "openapi") {
      const { openapi } = await import("../../contract/openapi.ts");
      return { data: openapi() };
    }
    const schema = manifestSchemas()[kind];
    if (schema) return { data: schema };
    const near = nearest(kind, kinds);
    throw usage(`unknown kind "${kind}"`, {
      hint: near ? `did you mean ${near}?` : `valid kinds: ${kinds.join(", ")}`,
    });
  },
});
