/** The fields of a digital human that a plan compares. */
import type { z } from "zod";
import { DigitalHumanCreate, UpdateDigitalHuman } from "../../contract/schemas/digital-human.ts";
import type { Answer, Body, Lenient } from "../../contract/types.ts";
import { PUBLISHED_NAMES, REQUEST_ONLY_FIELDS } from "../../contract/values.ts";
import { isSame } from "./same.ts";

/** Fields that a manifest names. */
export type Wanted = Readonly<Partial<Body<"create_digital_human">["digital_human"]>>;
/** A digital human as the service shows it. */
export type Present = Lenient<Answer<"list_digital_humans">["digital_humans"][number]>;
/** A field of the contract, or one that it does not know. */
export type Field = string;

/** The schema of a field; undefined if the contract does not know the field. */
export const schemaOf = (field: Field): z.ZodType | undefined =>
  Object.hasOwn(SHAPE, field) ? SHAPE[field] : undefined;

const SHAPE: Readonly<Record<string, z.ZodType>> = DigitalHumanCreate.shape;
const FIELDS = Object.keys(SHAPE);

/** The fields that values name: those of the contract in the contract's order, then the others. */
export const fieldsOf = (values: Wanted | Present): Field[] => [
  ...FIELDS.filter((field) => fieldOf(values, field) !== undefined),
  ...Object.keys(values).filter((field) => !Object.hasOwn(SHAPE, field) && !ANSWERED.includes(field)),
];

/** Fields that answers have and requests do not. */
const ANSWERED: readonly Field[] = ["id", "created_at", "websocket_url", "simulation_ids"];

const DEFAULTS: Readonly<Record<string, unknown>> = DigitalHumanCreate.parse({});

const REQUEST_ONLY: readonly Field[] = REQUEST_ONLY_FIELDS;

/** Whether the service does not show a field, so that its current value is unknown. */
export const isUnseen = (field: Field, present: Present): boolean =>
  REQUEST_ONLY.includes(field) && !Object.hasOwn(present, field);

/** Whether a field cannot change after creation. */
export const isFixed = (field: Field): boolean =>
  Object.hasOwn(SHAPE, field) && !Object.hasOwn(UpdateDigitalHuman.shape, field);

/** The value of a field. If the field has two names, it may be shown under either. */
export function fieldOf(values: Wanted | Present, field: Field): unknown {
  const given = values as Readonly<Record<string, unknown>>;
  if (Object.hasOwn(given, field)) return given[field];
  const other = OTHER_NAMES.get(field);
  return other === undefined || !Object.hasOwn(given, other) ? undefined : given[other];
}

const OTHER_NAMES = new Map(
  Object.entries(PUBLISHED_NAMES).flatMap(([name, published]): [string, string][] => [
    [name, published],
    [published, name],
  ]),
);

/**
 * A field's effective value. Null means the default of E4, and an empty value means no value, except for expected tool
 * calls: an empty list of them says that nothing may be changed.
 */
export function meaning(field: Field, value: unknown): unknown {
  const whole = value ?? DEFAULTS[field] ?? null;
  if (field === "expected_tool_calls") return whole;
  return typeof whole === "object" && whole !== null && Object.keys(whole).length === 0 ? null : whole;
}

/** Whether the current value is what a manifest asks for, including defaults and derived values. */
export const isAsWanted = (field: Field, wanted: Wanted, present: Present): boolean =>
  isDerived(field, wanted) ||
  isSame(schemaOf(field), meaning(field, fieldOf(wanted, field)), meaning(field, fieldOf(present, field)));

/** Whether an empty value asks the service to derive the field from a transcript (E3, rule 5). */
function isDerived(field: Field, { intent, original_transcript, formatted_transcript }: Wanted): boolean {
  if (field === "formatted_transcript")
    return formatted_transcript === null && typeof original_transcript === "string";
  const described = Boolean(original_transcript) || Boolean(formatted_transcript?.length);
  return field === "intent" && !intent && described;
}
