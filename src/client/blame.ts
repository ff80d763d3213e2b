import { endpoints, type Operation } from "../contract/endpoints.ts";
import { Failure } from "../failure.ts";

/** What a service answered last, as it was handed on. */
export interface LastAnswer {
  readonly operation: Operation;
  readonly answer: unknown;
}

/**
 * Whose fault an unforeseen error is. Answers are used as they come, since a newer service may say more than this
 * program knows; where one then breaks it and is not what the contract promises, the error says that, and where.
 */
export async function blame(error: unknown, last: LastAnswer | undefined): Promise<unknown> {
  if (!last || !(error instanceof TypeError || error instanceof RangeError)) return error;
  const { method, path, answer } = endpoints[last.operation];
  const schemas = await import("../contract/schemas/index.ts");
  const checked = schemas[answer].safeParse(last.answer);
  if (checked.success) return error;
  const [issue] = checked.error.issues;
  return new Failure("failed", "the service's answer is not what its contract promises", {
    where: `${method} ${path}`,
    details: issue && [{ where: issue.path.map(String).join("."), message: issue.message }],
    code: "unexpected_answer",
    hint: "`--debug` shows the exchange; `--json` prints the answer as it came",
    cause: error,
  });
}
