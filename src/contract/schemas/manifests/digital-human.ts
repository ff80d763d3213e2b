import { z } from "zod";
import { CreateDigitalHuman, UpdateDigitalHuman } from "../digital-human.ts";

/** One digital human in a file: the body of E4. */
export const DigitalHumanManifest = z.strictObject({
  kind: z.literal("DigitalHuman"),
  ...CreateDigitalHuman.shape,
});

/** The same file for E3, which changes only the fields in the file. */
export const DigitalHumanPatchManifest = z.strictObject({
  kind: z.literal("DigitalHuman").optional(),
  digital_human: UpdateDigitalHuman,
  simulation_ids: UpdateDigitalHuman.shape.simulation_ids,
});
