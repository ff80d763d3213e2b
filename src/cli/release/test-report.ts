/** Reads a report written with `--report json=FILE`. */
import { type Fields, isObject } from "../../contract/is-object.ts";
import { usage } from "../../lib/failure.ts";
import { BYTES_MAXIMUM, readNamedFile } from "../../lib/files.ts";
import { OUTCOME } from "../../results/check/criteria.ts";
import type { ReadReport, ReportedTest } from "./evidence.ts";

/**
 * The fields of a report that say what was tested and with what result. Others are ignored.
 * @throws Failure (usage) if the file is not such a report
 */
export async function readTestReport(file: string, shown: string): Promise<ReadReport> {
  const bytes = await readNamedFile(file, BYTES_MAXIMUM.text).catch((error: NodeJS.ErrnoException) => {
    throw usage(error.code === "ENOENT" ? "report not found" : `cannot read the report: ${error.message}`, {
      where: shown,
      hint: "create one with `parley release check --report json=FILE`",
    });
  });
  const report = parse(bytes.toString(), shown);
  const needed = (field: string) => read(report, field, isCount, shown);
  const optional = <T>(field: string, is: (value: unknown) => value is T) =>
    report[field] === undefined || report[field] === null ? null : read(report, field, is, shown);
  return {
    agent_id: needed("agent_id"),
    prompt_version: optional("prompt_version", isCount),
    prompt_id: optional("prompt_id", isText),
    knowledge_base_version: optional("knowledge_base_version", isCount),
    knowledge_base_id: optional("knowledge_base_id", isText),
    total: needed("total"),
    passed: needed("passed"),
    failed: needed("failed"),
    reason: optional("reason", isText),
    verdict: optional("verdict", isText),
    simulation_run_ids: optional("simulation_run_ids", isListOf(isCount)) ?? [],
    allow_unevaluated: optional("allow_unevaluated", isFlag) ?? false,
    tests: optional("tests", isListOf(isTest))?.map(toTest) ?? null,
  };
}

function parse(text: string, where: string): Fields {
  let report: unknown;
  try {
    report = JSON.parse(text);
  } catch {
    throw usage("the report is not valid JSON", { where });
  }
  if (typeof report !== "object" || report === null || Array.isArray(report))
    throw usage("the report is not a JSON object", { where });
  return report as Fields;
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;
const isText = (value: unknown): value is string => typeof value === "string";

const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
const isListOf =
  <T>(is: (value: unknown) => value is T) =>
  (value: unknown): value is T[] =>
    Array.isArray(value) && value.every(is);

/** The parts of a test, as `release check` writes it, that are read. */
interface WrittenTest {
  readonly name: string;
  readonly standing: string;
  readonly criteria: readonly WrittenJudgement[];
  readonly attempts: readonly {
    readonly simulation_run_id: number;
    readonly simulation_result_id: string;
    readonly judged: readonly WrittenJudgement[];
  }[];
}

interface WrittenJudgement {
  readonly criterion: string;
  readonly standing: string;
}

const isJudgement = (value: unknown): value is WrittenJudgement =>
  isObject(value) && isText(value["criterion"]) && isText(value["standing"]);
const isAttempt = (value: unknown): value is WrittenTest["attempts"][number] =>
  isObject(value) &&
  isCount(value["simulation_run_id"]) &&
  isText(value["simulation_result_id"]) &&
  isListOf(isJudgement)(value["judged"]);
const isTest = (value: unknown): value is WrittenTest =>
  isObject(value) &&
  isText(value["name"]) &&
  isText(value["standing"]) &&
  isListOf(isJudgement)(value["criteria"]) &&
  isListOf(isAttempt)(value["attempts"]);

const toTest = ({ name, standing, criteria, attempts }: WrittenTest): ReportedTest => ({
  name,
  standing,
  has_failed: criteria.some((judged) => judged.standing === "failed"),
  attempts: attempts.map(({ judged, ...attempt }) => ({
    ...attempt,
    outcome: judged.find(({ criterion }) => criterion === OUTCOME)?.standing ?? null,
  })),
});

function read<T>(report: Fields, field: string, is: (value: unknown) => value is T, where: string): T {
  const value = report[field];
  if (is(value)) return value;
  throw usage(
    value === undefined ? `the report has no "${field}"` : `"${field}" in the report is not valid`,
    {
      where,
      hint: "create one with `parley release check --report json=FILE`",
    },
  );
}
