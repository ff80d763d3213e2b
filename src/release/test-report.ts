/** Reads a report written with `--report json=FILE`. */
import { usage } from "../failure.ts";
import { BYTES_MAXIMUM, readNamedFile } from "../files.ts";
import type { TestReport } from "./evidence.ts";

/**
 * The fields of a report that say what was tested and how much of it passed; others are ignored.
 * @throws Failure (usage) if the file is not such a report
 */
export async function readTestReport(file: string, shown: string): Promise<TestReport> {
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
  };
}

type Fields = Readonly<Record<string, unknown>>;

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

function read<T>(report: Fields, field: string, is: (value: unknown) => value is T, where: string): T {
  const value = report[field];
  if (is(value)) return value;
  throw usage(
    value === undefined ? `the report has no "${field}"` : `"${field}" in the report is not valid`,
    {
      where,
      hint: "use the JSON report of `parley release check` or `parley evaluate --wait`",
    },
  );
}
