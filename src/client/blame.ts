import { endpoints, type Operation } from "../contract/endpoints.ts";
import { Failure } from "../failure.ts";

/** The service's last answer, as the command received it. */
export interface LastAnswer {
  readonly operation: Operation;
  readonly answer: unknown;
}

/**
 * Decides who caused an unexpected error. Answers are not validated, because a newer service may send more
 * than this program knows. If an answer that violates the contract breaks this program, the error says where
 * the violation is.
 */
export async function blame(error: unknown, last: LastAnswer | undefined): Promise<unknown> {
  if (!last || !(error instanceof TypeError || error instanceof RangeError)) return error;
  const { method, path, answer } = endpoints[last.operation];
  const schemas = await import("../contract/schemas/index.ts");
  const checked = schemas[answer].safeParse(last.answer);
  if (checked.success) return error;
  const { issuesOf } = await import("../contract/issues.ts");
  const [issue] = issuesOf(checked.error, last.answer);
  return new Failure("failed", "the service's answer does not match its contract", {
    where: `${method} ${path}`,
    details: issue && [{ where: issue.path.map(String).join("."), message: issue.message }],
    code: "unexpected_answer",
    hint: "`--debug` shows the exchange; `--json` prints the answer unchanged",
    cause: error,
  });
}
