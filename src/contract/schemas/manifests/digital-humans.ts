import { z } from "zod";
import { DigitalHumanCreate, UpdateDigitalHuman } from "../digital-human.ts";

const { simulation_ids, override_conflict, ...updatable } = UpdateDigitalHuman.shape;
const { workflow_v2_id, workflow_path_index } = DigitalHumanCreate.shape;

/** The fields of E4 without its defaults: what a manifest does not name is left to the service. */
const fields = { ...updatable, workflow_v2_id, workflow_path_index };

/** Texts that may stand in a file of their own, named relative to the manifest. */
export const INCLUDED = ["intent", "success_criteria", "role_description", "original_transcript"] as const;

const includes = Object.fromEntries(
  INCLUDED.map((field) => [`${field}_file`, z.string().min(1).optional().describe(`${field}, from a file`)]),
) as Record<`${(typeof INCLUDED)[number]}_file`, z.ZodOptional<z.ZodString>>;

/** Digital humans as code: the name is the identity within a simulation. */
export const DigitalHumansManifest = z.strictObject({
  kind: z.literal("DigitalHumans"),
  simulation_ids: z.array(z.int().positive()).min(1),
  defaults: z
    .strictObject({ ...fields, ...includes })
    .partial()
    .optional(),
  digital_humans: z.array(
    z.strictObject({
      ...fields,
      ...includes,
      name: z.string().min(1),
      matrix: z
        .record(z.string(), z.array(z.unknown()).min(1))
        .optional()
        .describe("one digital human for each combination, its name suffixed"),
    }),
  ),
});
