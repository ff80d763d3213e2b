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

/** Text that is never shown: OpenAPI's format for it. `SECRET_FIELDS` names every field that is one. */
export const secret = (description = "carries a secret") =>
  z.string().meta({ description, format: "password" });
