import { z } from "zod";
import { keyed, text } from "../common.ts";
import { World } from "../world.ts";

/** A world as a file: the rows of a table may be in a file beside it. */
export const WorldManifest = z.strictObject({
  kind: z.literal("World"),
  ...World.shape,
  tables: keyed(
    z.strictObject({
      ...World.shape.tables.valueType.shape,
      file: text
        .min(1)
        .optional()
        .describe("instead of rows: a .csv or .json file with them, relative to this file"),
    }),
  ).describe("its tables by name"),
});
