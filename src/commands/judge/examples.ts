import type { z } from "zod";
import type { Context } from "../../context.ts";
import type { LabelledExample } from "../../contract/schemas/manifests/labelled-example.ts";
import type { Body } from "../../contract/types.ts";
import { usage } from "../../failure.ts";

type Metric = Body<"create_custom_metric">;
type Example = Body<"calibrate_judge">["examples"][number];

/** The correct answer for an example: null if the metric is not applicable. */
export type Expected = z.input<typeof LabelledExample>["expected"];

export interface Labelled {
  readonly name: string;
  readonly example: Example;
  readonly expected: Expected;
}

/**
 * The examples in a file, one per line.
 * @throws Failure (usage) with every line that is not an example, or whose answer the metric cannot give
 */
export async function readExamples(context: Context, file: string, metric: Metric): Promise<Labelled[]> {
  const { readManifests } = await import("../../manifest/read.ts");
  const { LabelledExample } = await import("../../contract/schemas/manifests/labelled-example.ts");
  const documents = await readManifests([file], LabelledExample, context);
  const examples = documents.map(({ value }, index) => {
    const { name = `example ${index + 1}`, expected, ...example } = value;
    return { name, example, expected };
  });
  const details = examples
    .filter(({ expected }) => !isAnswer(expected, metric))
    .map(({ name, expected }) => ({
      where: `${file}: ${name}`,
      message: `expected: ${JSON.stringify(expected)} is not a possible answer of a ${metric.response_type} metric`,
    }));
  if (details.length > 0) throw usage("the examples do not fit the metric", { details });
  if (examples.length === 0) throw usage("the file contains no examples", { where: file });
  return examples;
}

function isAnswer(
  expected: Expected,
  { response_type, enum_options, allow_not_applicable }: Metric,
): boolean {
  if (expected === null) return allow_not_applicable === true;
  if (response_type === "quantitative") return typeof expected === "number";
  if (response_type === "enum") return enum_options?.some((option) => option === expected) ?? false;
  return typeof expected === "boolean";
}
