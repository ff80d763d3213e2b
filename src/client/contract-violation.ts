import type { z } from "zod";
import { endpoints, type Operation } from "../contract/endpoints.ts";
import { Failure } from "../lib/failure.ts";

/** The last answer of each operation, as the command received it; the newest at the end. */
export type LastAnswers = ReadonlyMap<Operation, unknown>;

/**
 * Decides who caused an unexpected error. Answers are not validated, because a newer service may send more
 * than this program knows. If an answer that violates the contract breaks this program, the error says where
 * the violation is, and what the service has done already.
 */
export async function explainContractViolation(error: unknown, answers: LastAnswers): Promise<unknown> {
  if (answers.size === 0 || !(error instanceof TypeError || error instanceof RangeError)) return error;
  const schemas = await import("../contract/schemas/index.ts");
  for (const [operation, received] of [...answers].reverse()) {
    const { method, path, answer } = endpoints[operation];
    const schema: z.ZodType = schemas[answer];
    const checked = schema.safeParse(received);
    if (checked.success) continue;
    const { issuesOf } = await import("../contract/issues.ts");
    const [issue] = issuesOf(checked.error, received);
    return new Failure("failed", "the service's answer does not match its contract", {
      where: `${method} ${path}`,
      details: issue && [{ where: issue.path.map(String).join("."), message: issue.message }],
      code: "unexpected_answer",
      hint: [...doneBy(answers), "`--debug` shows the exchange"].join("\n"),
      cause: error,
    });
  }
  return error;
}

/** What the changes have made, so that nobody makes it twice. */
function doneBy(answers: LastAnswers): string[] {
  const done = [...answers]
    .filter(([operation]) => endpoints[operation].method !== "GET")
    .map(([operation, answer]) => `${operation}: ${idsIn(answer).join(", ") || "answered without an id"}`);
  return done.length === 0 ? [] : [`the service has done this already: ${done.join("; ")}`];
}

function idsIn(answer: unknown): string[] {
  if (typeof answer !== "object" || answer === null) return [];
  return Object.entries(answer).flatMap(([name, value]) => {
    const ids = (Array.isArray(value) ? value : [value]).filter(
      (id) => typeof id === "string" || typeof id === "number",
    );
    return /^(?:id|\w+_ids?)$/.test(name) && ids.length > 0 ? [`${name} ${ids.join(" ")}`] : [];
  });
}
