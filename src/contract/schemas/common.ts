import { z } from "zod";
import { TOO_MANY_KEYS } from "../limit-issues.ts";
import { DOCUMENT_MAXIMUM, KEYS_MAXIMUM, LIST_MAXIMUM, MOMENT_MAXIMUM, TEXT_MAXIMUM } from "../limits.ts";

/** An identifier or count. Numbers beyond 2^53 are refused, because JSON parsers round them silently. */
export const integer = z.int();

/** Text that is an integer: the digits of an identifier, as some clients send it. */
const DIGITS = /^[1-9]\d{0,15}$/;

const digits = z
  .string()
  .max(16)
  .regex(DIGITS)
  .transform(Number)
  .refine(Number.isSafeInteger, "must be an integer that a JSON number represents exactly");

/**
 * A database identifier, as an integer or as its digits. As everywhere in a body, the type that is published comes
 * first: that is how a client sends it.
 */
export const identifier = z.union([z.int().positive(), digits]);

/** The same, where the digits are published. */
export const identifierAsText = z.union([digits, z.int().positive()]);

export const uuid = z.guid();

/** ISO 8601. A time without an offset is read as UTC, the only zone of this API. */
export const dateTime = z.iso.datetime({ offset: true, local: true }).max(MOMENT_MAXIMUM);

/**
 * A time in a request. RFC 3339 also allows a space or small letters: Python writes `2026-11-01 12:00:00+00:00`.
 */
export const sentTime = z
  .string()
  .overwrite((given) => given.replace(/^(\d{4}-\d\d-\d\d)[ t]/, "$1T").replace(/z$/, "Z"))
  .check(z.iso.datetime({ offset: true, local: true }))
  .max(MOMENT_MAXIMUM);

/** A text in a request. */
export const text = z.string().max(TEXT_MAXIMUM);

/** An identifier that is text in the specification. Integers are accepted too. */
export const textIdentifier = z.union([text.min(1), z.int().transform(String)]);

/** A text in a request that may be long: a prompt, a knowledge base. */
export const document = z.string().max(DOCUMENT_MAXIMUM);

/** A list in a request. */
export const list = <T extends z.ZodType>(item: T, maximum = LIST_MAXIMUM): z.ZodArray<T> =>
  z.array(item).max(maximum);

/** A JSON object in an answer, with unspecified contents. */
export const anyObject = z.record(z.string(), z.unknown());

/** An object in a request with keys chosen by the caller. */
export const keyed = <T extends z.ZodType>(value: T) =>
  z
    .record(z.string(), value)
    .refine((given) => Object.keys(given).length <= KEYS_MAXIMUM, {
      message: TOO_MANY_KEYS.message,
      params: TOO_MANY_KEYS,
    })
    .meta({ maxProperties: KEYS_MAXIMUM });

/** A JSON object in a request. The specification leaves its contents to the caller. */
export const freeObject = keyed(z.unknown());

/** A text that is never shown, in OpenAPI's format for passwords. `SECRET_FIELDS` lists every such field. */
export const secret = (description = "carries a secret") => text.meta({ description, format: "password" });

/** A field under its name in the hosted service's published reference. */
export const alsoNamed = <T extends z.ZodType>(field: T, name: string): T =>
  field.describe(`another name of ${name}`);

/** Names of tools by their effect, on an agent or a digital human. */
export const toolEffects = {
  effectful_tools: list(text.min(1))
    .nullish()
    .describe("extension: tools that change something; without read_only, every other tool only reads"),
  read_only_tools: list(text.min(1))
    .nullish()
    .describe(
      "extension: tools that only read; the effect of a tool in neither list is guessed from its name",
    ),
};

/** `requireAgentName` as JSON Schema. */
export const AGENT_NAME_REQUIRED = {
  if: { required: ["external_agent_id"], properties: { external_agent_id: { type: "string" } } },
  else: { required: ["agent_id"], properties: { agent_id: { type: ["string", "integer"] } } },
};

/** A body names its agent by its id, or by its external id. */
export function requireAgentName(
  body: { agent_id?: unknown; external_agent_id?: unknown },
  context: z.RefinementCtx,
): void {
  if (body.agent_id || body.external_agent_id) return;
  context.addIssue({
    code: "custom",
    path: ["agent_id"],
    message: "field required",
    params: { type: "missing" },
  });
}
