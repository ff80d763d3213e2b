import { isLineCondition, LINE_CONDITIONS } from "../../../contract/values.ts";
import { usage } from "../../../lib/failure.ts";
import { combinations, sizeOf } from "../../manifest/matrix.ts";
import { nearest } from "../../nearest.ts";
import { list } from "../command.ts";
import { integerFrom, numberBetween, oneOf, type Parser, pair } from "../parsers.ts";

/** A condition of a call, and the values to try. */
export type Axis = readonly [field: string, values: readonly (string | number)[]];

const FIELDS = Object.keys(LINE_CONDITIONS);
/** A grid is a run for each combination: more than this are a mistake. */
const COMBINATIONS_MAXIMUM = 100;

/** `audio_quality=high,low` */
const axis: Parser<Axis> = {
  parse(word) {
    const [field, listed] = pair.parse(word);
    if (!isLineCondition(field)) {
      const near = nearest(field, FIELDS);
      throw usage(`must name one of ${FIELDS.join(", ")}, not "${field}"`, {
        ...(near !== undefined && { hint: `did you mean ${near}?` }),
      });
    }
    const choices = LINE_CONDITIONS[field];
    const value: Parser<string | number> = choices ? oneOf<string>(choices) : numberBetween(0, 1);
    const values = listed.split(",").map((one) => value.parse(one));
    const twice = values.find((value, at) => values.indexOf(value) < at);
    if (twice !== undefined) throw usage(`names ${twice} twice`, { where: field });
    return [field, values];
  },
};

/** Options that try a simulation under several conditions. */
export const matrixOptions = {
  matrix: list(
    "--matrix <field=values...>",
    `a run for each combination of conditions of the calls, such as audio_quality=high,low background_noise=none,cafe; fields: ${FIELDS.join(", ")}`,
    axis,
  ),
  run: list(
    "--run <run-id>",
    "with --matrix: a run that an interrupted matrix has started, instead of starting it again; repeatable",
    integerFrom(1),
  ),
};

/**
 * Every combination of the axes.
 * @throws Failure (usage) if a field is named twice, or there are too many
 */
export function cellsOf(axes: readonly Axis[]): Readonly<Record<string, string | number>>[] {
  const matrix = Object.fromEntries(axes);
  const twice = axes.find(([field], at) => axes.findIndex(([other]) => other === field) < at);
  if (twice) throw usage(`names ${twice[0]} twice`, { where: "--matrix" });
  const size = sizeOf(matrix);
  if (size > COMBINATIONS_MAXIMUM)
    throw usage(`makes ${size} combinations, more than ${COMBINATIONS_MAXIMUM}`, { where: "--matrix" });
  return combinations(matrix).map((chosen) =>
    Object.fromEntries(chosen.map(({ field, value }) => [field, value as string | number])),
  );
}

/** The option as it was given, for the command that continues. */
export const matrixText = (axes: readonly Axis[]): string =>
  `--matrix ${axes.map(([field, values]) => `${field}=${values.join(",")}`).join(" ")}`;
