import { z } from "zod";
import { keepClosed } from "../../accept-unknown.ts";
import { identifier } from "../common.ts";
import { DigitalHumanCreate } from "../digital-human.ts";
import { plainFields } from "./plain.ts";

const TEXT_FIELDS = [
  "intent",
  "success_criteria",
  "role_description",
  "original_transcript",
  "hangup_instructions",
  "silence_tool_instructions",
] as const;

/** Text fields whose value may be in a separate file: `intent_file` instead of `intent`. */
export const TEXT_FILE_FIELDS = TEXT_FIELDS.map((name) => ({ name, file: `${name}_file` as const }));

const path = z.string().min(1).describe("path of a text file, relative to the manifest");
const textFiles = {
  intent_file: path,
  success_criteria_file: path,
  role_description_file: path,
  original_transcript_file: path,
  hangup_instructions_file: path,
  silence_tool_instructions_file: path,
} satisfies Record<(typeof TEXT_FILE_FIELDS)[number]["file"], z.ZodType>;

const simulation_ids = z.array(identifier).min(1);

/** The fields in which people write, those of E4, and files for the long ones. None is required, because `defaults` may provide it. */
const Fields = z.strictObject({ ...plainFields, ...DigitalHumanCreate.shape, ...textFiles }).partial();
const { name: _, test_name: __, ...varied } = Fields.shape;

/** The values of each field of a matrix. */
const Matrix = keepClosed(
  z.strictObject(mapShape(varied, (field) => z.array(field).min(1))).partial(),
).describe("each combination of the values creates a digital human, with the values appended to its name");

const ItemFields = z.strictObject({
  ...Fields.shape,
  name: z
    .string()
    .min(1)
    .optional()
    .describe("the identity within a simulation, unless there is a test_name"),
  test_name: z.string().min(1).optional().describe("the identity within a simulation"),
  simulation_ids: simulation_ids.optional().describe("instead of those of the document"),
  matrix: Matrix.optional(),
  exclude: z
    .array(keepClosed(z.strictObject(varied).partial()))
    .optional()
    .describe(
      "combinations of the matrix that are left out; a field that is not named matches all its values",
    ),
});

const Item = ItemFields.superRefine(({ name, test_name }, context) => {
  if (name === undefined && test_name === undefined)
    context.addIssue({
      code: "custom",
      path: ["name"],
      message: "field required, unless there is a test_name",
      params: { type: "missing" },
    });
});

/** The digital humans of one or several simulations. */
export const DigitalHumansManifest = keepClosed(
  z.strictObject({
    kind: z.literal("DigitalHumans"),
    simulation_ids: simulation_ids.optional(),
    defaults: z
      .strictObject({ ...varied, simulation_ids })
      .partial()
      .optional()
      .describe("fields for every digital human that does not set them"),
    digital_humans: z.array(Item),
  }),
);

/** A row of a .jsonl or .csv file: one digital human. */
export const DigitalHumanRow = z.strictObject({
  ...ItemFields.omit({ matrix: true, exclude: true }).shape,
  kind: z.literal("DigitalHumans").optional(),
});

/** The body of E4, in the form of the hosted service's own tools. */
const placed = {
  simulation_ids: z.array(identifier).nullish(),
  simulation_id: identifier.nullish(),
};
export const PublishedItem = z.strictObject({ digital_human: Fields, ...placed });

/** A list of digital humans in a file that does not name its kind. */
export function publishedList(items: readonly unknown[]): z.ZodArray {
  const wrapped = items.filter(isWrapped).length;
  if (wrapped === items.length && wrapped > 0) return z.array(PublishedItem);
  return z.array(wrapped === 0 ? Fields : z.union([PublishedItem, Fields]));
}

/** An object with such a list. Its other fields are ignored. */
export const publishedFile = (items: readonly unknown[]) =>
  z.looseObject({ ...placed, digital_humans: publishedList(items) });

export const isWrapped = (item: unknown): boolean =>
  typeof item === "object" && item !== null && Object.hasOwn(item, "digital_human");

function mapShape<S extends z.ZodRawShape>(
  shape: S,
  map: (field: z.ZodType) => z.ZodType,
): Record<keyof S & string, z.ZodType> {
  const entries = Object.entries(shape).map(([name, field]) => [name, map(field as z.ZodType)]);
  return Object.fromEntries(entries);
}
