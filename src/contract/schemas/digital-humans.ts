/** Several digital humans in one request. */
import { z } from "zod";
import { identifier, integer, list } from "./common.ts";
import { DigitalHumanAnswer, DigitalHumanCreate, UpdateDigitalHuman } from "./digital-human.ts";

/** The most items per request. Each is a separate change, and together they delay other requests. */
const AT_ONCE = 50;

export const DigitalHumansCreate = z.strictObject({
  simulation_ids: list(identifier).nullish().describe("simulations that all of them join"),
  digital_humans: list(DigitalHumanCreate, AT_ONCE),
});
export const DigitalHumansCreated = z.object({
  digital_humans: z
    .array(DigitalHumanAnswer)
    .describe("those that were created, in the order of the request"),
  errors: z.array(z.object({ index: integer.describe("place in the request, from 0"), detail: z.string() })),
});

export const DigitalHumansUpdate = z.strictObject({
  updates: list(z.strictObject({ digital_human_id: identifier, update: UpdateDigitalHuman }), AT_ONCE),
});
export const DigitalHumansUpdated = z.object({
  updated: z.array(DigitalHumanAnswer),
  errors: z.array(z.object({ index: integer, digital_human_id: integer, detail: z.string() })),
});
