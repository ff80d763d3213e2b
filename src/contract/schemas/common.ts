import { z } from "zod";

/** An identifier or count. Numbers beyond 2^53 are refused: JSON parsers round them silently. */
export const integer = z.int();

/** A database identifier. */
export const identifier = z.int().positive();

export const uuid = z.guid();

/** ISO 8601. A time without an offset is read as UTC, the only zone of this API. */
export const dateTime = z.iso.datetime({ offset: true, local: true });

/** A JSON object whose contents the specification leaves to the caller. */
export const freeObject = z.record(z.string(), z.unknown());

/** Names of tools by what they do, on an agent or a digital human. */
export const toolEffects = {
  effectful_tools: z
    .array(z.string().min(1))
    .nullish()
    .describe("extension: tools that change something; alone, every other tool only reads"),
  read_only_tools: z
    .array(z.string().min(1))
    .nullish()
    .describe("extension: tools that only read; what neither list names is guessed from its name"),
};
