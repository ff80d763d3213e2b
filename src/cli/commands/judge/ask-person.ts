/** Asks a person for the right answer to a conversation. */

import type { Body } from "../../../contract/types.ts";
import type { Context } from "../../context.ts";
import { askChoice, askText } from "../../terminal/prompts.ts";
import type { Expected } from "./shared/expected.ts";

/** A label, or the wish to skip the conversation or to stop here. */
export type Labelled = { readonly expected: NonNullable<Expected> | null } | "skip" | "stop";

type Metric = Pick<
  Body<"create_custom_metric">,
  "enum_options" | "allow_not_applicable" | "min_value" | "max_value"
> & { readonly response_type: string };

const FLAG = "--list";

export async function askPerson({ terminal, signal }: Context, metric: Metric): Promise<Labelled> {
  const answers = answersOf(metric);
  const further: { name: string; value: Labelled | "number" }[] = [
    ...(metric.allow_not_applicable ? [{ name: "not applicable", value: { expected: null } }] : []),
    { name: "skip this one", value: "skip" },
    { name: "stop here", value: "stop" },
  ];
  const chosen = await askChoice<Labelled | "number">(terminal, {
    message: "Your label",
    flag: FLAG,
    signal,
    choices: [
      ...(answers?.map(([name, expected]) => ({ name, value: { expected } })) ?? [
        { name: "a number", value: "number" as const },
      ]),
      ...further,
    ],
  });
  return chosen === "number" ? askNumber({ terminal, signal }, metric) : chosen;
}

/** The possible answers; undefined for numbers. */
function answersOf({ response_type, enum_options }: Metric): [string, boolean | string][] | undefined {
  if (response_type === "quantitative") return undefined;
  if (response_type === "enum") return (enum_options ?? []).map((option) => [option, option]);
  return response_type === "pass_fail"
    ? [
        ["passed", true],
        ["failed", false],
      ]
    : [
        ["yes", true],
        ["no", false],
      ];
}

async function askNumber(
  { terminal, signal }: Pick<Context, "terminal" | "signal">,
  { min_value, max_value }: Metric,
): Promise<Labelled> {
  const bounds = [
    ...(typeof min_value === "number" ? [`at least ${min_value}`] : []),
    ...(typeof max_value === "number" ? [`at most ${max_value}`] : []),
  ].join(", ");
  for (;;) {
    const words = await askText(terminal, {
      message: `Number${bounds && ` (${bounds})`}, or nothing to skip`,
      flag: FLAG,
      signal,
    });
    if (words.trim() === "") return "skip";
    const number = Number(words);
    if (Number.isFinite(number) && number >= (min_value ?? number) && number <= (max_value ?? number))
      return { expected: number };
    await terminal.alert(`"${words}" is not a number${bounds && `, ${bounds}`}`);
  }
}
