import { z } from "zod";
import { CreateDigitalHuman, DigitalHumanCreate, UpdateDigitalHuman } from "../digital-human.ts";
import { plainFields } from "./plain.ts";

/** One digital human in a file: the body of E4, also in the fields in which people write. */
export const DigitalHumanManifest = z.strictObject({
  kind: z.literal("DigitalHuman"),
  ...CreateDigitalHuman.shape,
  digital_human: z.strictObject({ ...plainFields, ...DigitalHumanCreate.shape }),
});

/** The same file for E3, which changes only the fields in the file. */
export const DigitalHumanPatchManifest = z.strictObject({
  kind: z.literal("DigitalHuman").optional(),
  digital_human: z.strictObject({ ...plainFields, ...UpdateDigitalHuman.shape }),
  simulation_ids: UpdateDigitalHuman.shape.simulation_ids,
});
