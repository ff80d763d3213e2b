import { z } from "zod";
import { GenerateDigitalHumans } from "../generation.ts";

/** A generation in a file: the body of E5. A flag or a setting may name the agent instead. */
export const GenerateDigitalHumansManifest = z.strictObject({
  kind: z.literal("GenerateDigitalHumans"),
  ...GenerateDigitalHumans.shape,
  agent_id: GenerateDigitalHumans.shape.agent_id.optional(),
});
