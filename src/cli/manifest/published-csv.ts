/** Rows of digital humans as the hosted service's own CSV has them: named columns, `TC_` for tool calls, `CT_` for traits. */

import { isObject } from "../../contract/is-object.ts";
import { traitType } from "../../contract/rules/trait-type.ts";

type Fields = Record<string, unknown>;

/** A column: the field that it becomes, and how its cell is read. */
interface Column {
  readonly field: string;
  /** @throws Error with what is wrong with the cell */
  read(cell: string): Fields;
}

const column = (field: string, read: (cell: string) => unknown): Column => ({
  field,
  read: (cell) => ({ [field]: read(cell) }),
});
const text = (field: string) => column(field, (cell) => cell);
const word = (field: string) => column(field, (cell) => cell.trim());
/** Text that is not a number stays, and the schema says so. */
const number = (field: string) =>
  column(field, (cell) => (Number.isFinite(Number(cell)) ? Number(cell) : cell));

const COLUMNS: Readonly<Record<string, Column>> = {
  name: text("name"),
  intent: text("intent"),
  "success criteria": text("success_criteria"),
  "role description": text("role_description"),
  "scripted responses": column("scripted_responses", scriptedResponses),
  creativity: number("creativity"),
  patience: number("endpointing_delay"),
  "no response timeout": number("silence_timeout"),
  voice: { field: "language", read: voice },
  "voice speed": word("voice_speed"),
  "background noise": word("background_noise"),
  "background noise volume": number("background_noise_volume"),
  "audio quality": word("audio_quality"),
  verbosity: word("verbosity"),
  fluency: word("fluency"),
  interruptions: column("interruptions", interruptions),
  "speaks first": column("speaks_first_config", objectIn),
};

const TOOL_CALL = /^TC_(?=.)/i;
const TRAIT = /^CT_(?=.)/i;

const columnOf = (header: string): Column | undefined => COLUMNS[header.trim().toLowerCase()];

/** Whether a header is the published one. That of a manifest has the names of fields, such as `success_criteria`. */
export const isPublishedHeader = (header: readonly string[]): boolean =>
  header.some(
    (name) =>
      TOOL_CALL.test(name.trim()) ||
      TRAIT.test(name.trim()) ||
      (columnOf(name) !== undefined && columnOf(name)?.field !== name.trim()),
  );

export interface PublishedRow {
  readonly value: Fields;
  /** The column that each field comes from. */
  readonly columns: ReadonlyMap<string, number>;
  readonly faults: readonly { readonly column: number; readonly message: string }[];
}

/**
 * The digital human of a row. Columns that nothing knows are notes, and are ignored. A row without a name gets a `test_name`
 * from its number, so that the same file always gives the same digital humans.
 * @param row the number of the row, from 1
 */
export function publishedRow(header: readonly string[], cells: readonly string[], row: number): PublishedRow {
  const value: Fields = {};
  const columns = new Map<string, number>();
  const faults: { column: number; message: string }[] = [];
  for (const [at, heading] of header.entries()) {
    const cell = cells[at] ?? "";
    const name = heading.trim();
    if (cell.trim() === "") continue;
    try {
      const read = TOOL_CALL.test(name)
        ? listed(value, "expected_tool_calls", toolCall(name.replace(TOOL_CALL, ""), cell))
        : TRAIT.test(name)
          ? listed(value, "traits", trait(name.replace(TRAIT, ""), cell))
          : (columnOf(name)?.read(cell) ?? {});
      Object.assign(value, read);
      for (const field of Object.keys(read)) columns.set(field, at);
    } catch (error) {
      faults.push({ column: at, message: `${name}: ${(error as Error).message}` });
    }
  }
  if (value["name"] === undefined) value["test_name"] = `row ${row}`;
  return { value, columns, faults };
}

const listed = (value: Fields, field: string, item: Fields): Fields => ({
  [field]: [...((value[field] as Fields[] | undefined) ?? []), item],
});

/** A text is the output. An object has `output`, `parameters`, or both; any other is the parameters. */
function toolCall(name: string, cell: string): Fields {
  if (!looksLikeJson(cell)) return { name, output: cell };
  const given = json(cell);
  if (!isObject(given)) return { name, output: given };
  const { output, parameters } = given as Fields;
  if (output === undefined && parameters === undefined) return { name, parameters: given };
  return { name, ...(parameters !== undefined && { parameters }), ...(output !== undefined && { output }) };
}

function trait(trait_name: string, cell: string): Fields {
  const value = valueIn(cell);
  return { trait_name, trait_data_type: traitType(value), value };
}

/** JSON if it is one, and otherwise the text. */
function valueIn(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

function scriptedResponses(cell: string): Fields[] {
  const given = json(cell);
  const all = Array.isArray(given) ? given : [given];
  if (!all.every(isObject)) throw new Error("must be a JSON object, or a list of them");
  return (all as Fields[]).map((response) => {
    const { response_type = "phrase", response_value, ...rest } = response;
    return {
      match_type: "exact",
      occurrence_mode: "always",
      ...rest,
      response_type,
      // Here, commas separate the keys. In a request, they are pauses.
      ...(response_value !== undefined && {
        response_value:
          response_type === "dtmf" ? String(response_value).replaceAll(",", "") : response_value,
      }),
    };
  });
}

/** `en_british_feminine` */
function voice(cell: string): Fields {
  const [, language, accent, gender] =
    /^([a-z]{2,3})_([a-z0-9]+)_(masculine|feminine)$/.exec(cell.trim()) ?? [];
  if (gender === undefined)
    throw new Error("must be a language, an accent and masculine or feminine, such as en_british_feminine");
  return { language, accent, gender: gender === "feminine" ? "female" : "male" };
}

function interruptions(cell: string): Fields {
  const { interruptions_type: type, ...given } = objectIn(cell);
  switch (type) {
    case "none":
      return { type };
    case "probabilistic":
      return { type: rateOf(given["probability_of_default_interrupt"]) };
    case "keyword": {
      const responses = given["keyword_responses"];
      if (!isObject(responses)) throw new Error("keyword_responses must be an object");
      return {
        type: "keywords",
        keyword_responses: Object.entries(responses).map(([keyword, said]) => ({
          keyword,
          ...(isObject(said) ? said : { response: said }),
        })),
      };
    }
    case "llm": {
      const prompt = given["llm_prompt"];
      return {
        type: "contextual",
        contextual_prompt: isObject(prompt) ? (prompt as Fields)["user_prompt"] : prompt,
      };
    }
    default:
      throw new Error("interruptions_type must be none, probabilistic, keyword or llm");
  }
}

/** The rate that comes closest to a probability. */
function rateOf(probability: unknown): string {
  if (typeof probability !== "number" || probability < 0 || probability > 1)
    throw new Error("probability_of_default_interrupt must be a number from 0 to 1");
  if (probability === 0) return "none";
  return probability <= 1 / 3 ? "low" : probability <= 2 / 3 ? "medium" : "high";
}

function objectIn(cell: string): Fields {
  const given = json(cell);
  if (!isObject(given)) throw new Error("must be a JSON object");
  return given as Fields;
}

const looksLikeJson = (cell: string) => /^\s*[[{]/.test(cell);

function json(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch (error) {
    throw new Error(`not valid JSON: ${(error as Error).message.slice(0, 100)}`);
  }
}
