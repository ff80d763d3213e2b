import type { Body } from "../../../../contract/types.ts";
import { usage } from "../../../../lib/failure.ts";
import type { Context } from "../../../context.ts";
import type { Example } from "./conversation.ts";
import type { Expected } from "./expected.ts";
import { majorityOf, type PairOfLabellers, pairsOfLabellers } from "./people.ts";

type Metric = Body<"create_custom_metric">;

export interface Labelled {
  readonly name: string;
  readonly example: Example;
  readonly expected: Expected;
}

export interface ReadExamples {
  readonly labelled: readonly Labelled[];
  /** The conversations whose labellers disagree, so that the right answer is unknown. */
  readonly disputed: number;
  readonly people: readonly PairOfLabellers[];
}

/** @throws Failure (usage) if answers of this type cannot be compared with a label */
export function requireComparable(response_type: string): void {
  if (response_type === "tool_call")
    throw usage("a metric of type tool_call needs no judge: the names of the tools decide it", {
      hint: "calibrate a metric of type pass_fail, yes_no, enum or quantitative",
    });
  if (response_type === "qualitative" || response_type === "json")
    throw usage(`answers of type ${response_type} cannot be compared with a correct answer`, {
      hint: "calibrate a metric of type pass_fail, yes_no, enum or quantitative",
    });
}

/**
 * The examples in a file, one per line.
 * @throws Failure (usage) with every line that is not an example, or whose answer the metric cannot give
 */
export async function readExamples(context: Context, file: string, metric: Metric): Promise<ReadExamples> {
  const { readManifests } = await import("../../../manifest/read.ts");
  const { LabelledExample } = await import("../../../../contract/schemas/manifests/labelled-example.ts");
  const documents = await readManifests([file], LabelledExample, context);
  const examples = documents.map(({ value }, index) => {
    const { name = `example ${index + 1}`, expected, labels = {}, ...example } = value;
    return { name, example, labels, expected: expected === undefined ? majorityOf(labels) : expected };
  });
  const details = examples
    .flatMap(({ name, expected, labels }) =>
      [["expected", expected] as const, ...Object.entries(labels)].map(([by, answer]) => ({
        name,
        by,
        answer,
      })),
    )
    .filter(({ answer }) => answer !== undefined && !isAnswer(answer, metric))
    .map(({ name, by, answer }) => ({
      where: `${file}: ${name}`,
      message: `${by}: ${JSON.stringify(answer)} is not a possible answer of a ${metric.response_type} metric`,
    }));
  if (details.length > 0) throw usage("the examples do not fit the metric", { details });
  if (examples.length === 0) throw usage("the file contains no examples", { where: file });
  const labelled = examples.flatMap(({ name, example, expected }) =>
    expected === undefined ? [] : [{ name, example, expected }],
  );
  if (labelled.length === 0)
    throw usage("the labellers do not agree on any conversation", {
      where: file,
      hint: "ask a third person to label them, or add `expected`",
    });
  return {
    labelled,
    disputed: examples.length - labelled.length,
    people: pairsOfLabellers(examples.map(({ labels }) => labels)),
  };
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
