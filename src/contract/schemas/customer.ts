/** Customer personas and customer traits. */
import { z } from "zod";
import { TRAIT_DATA_TYPES } from "../values.ts";
import { dateTime, identifier, integer, text, uuid } from "./common.ts";

export const PersonaCreate = z.strictObject({
  agent_id: identifier.nullish().describe("null: a persona for every agent"),
  name: text.min(1),
  description: text,
  goal: text,
});
/** A patch: omitted fields and nulls leave the value unchanged. */
export const PersonaUpdate = z.strictObject({
  name: text.min(1).nullish(),
  description: text.nullish(),
  goal: text.nullish(),
});
export const Persona = z.object({
  id: uuid,
  agent_id: integer.nullable(),
  org_id: z.string(),
  name: z.string(),
  description: z.string(),
  goal: z.string(),
  created_at: dateTime,
});
export const PersonaList = z.array(Persona);

export const CustomerTraitCreate = z.strictObject({
  agent_id: identifier,
  name: text.min(1),
  data_type: z.enum(TRAIT_DATA_TYPES),
  default_value: z.unknown().optional(),
});
/** A patch: omitted fields stay unchanged, and so do a name and a type that are null. */
export const CustomerTraitUpdate = z.strictObject({
  name: text.min(1).nullish(),
  data_type: z.enum(TRAIT_DATA_TYPES).nullish(),
  default_value: z.unknown().optional(),
});
export const CustomerTrait = z.object({
  id: uuid,
  agent_id: integer,
  name: z.string(),
  data_type: z.enum(TRAIT_DATA_TYPES),
  default_value: z.unknown(),
  created_at: dateTime,
});
export const CustomerTraits = z.object({ traits: z.array(CustomerTrait), total_count: integer });
export const DeletedCustomerTrait = z.object({ message: z.string(), deleted_trait_id: uuid });
