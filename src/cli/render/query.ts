import { compile, type JSONValue, search } from "@jmespath-community/jmespath";
import { Failure, usage } from "../../lib/failure.ts";

/**
 * Checks an expression without any data, to find a mistake before anything is sent.
 * @throws Failure (usage) if it is not a JMESPath expression, or calls an unknown function or calls one with
 *   the wrong number of arguments
 */
export function checkQuery(query: string): void {
  try {
    for (const { name, children } of callsIn(compile(query))) tryCall(name, children.length);
  } catch (error) {
    throw usage(`--query is not a valid JMESPath expression: ${(error as Error).message}`, {
      where: `--query ${query}`,
      hint: "nothing was sent; for example --query 'metrics[].name' or --query '[?mode==`TEXT`].id'",
    });
  }
}

interface Call {
  readonly type: "Function";
  readonly name: string;
  readonly children: readonly unknown[];
}

/** The calls of functions in an expression, at any depth. */
function callsIn(node: unknown): Call[] {
  if (typeof node !== "object" || node === null) return [];
  const inside = Object.values(node).flatMap(callsIn);
  return "type" in node && node.type === "Function" ? [node as Call, ...inside] : inside;
}

/**
 * Only a call shows whether a function exists. An error because it does not accept null says nothing about
 * the query.
 */
function tryCall(name: string, count: number): void {
  try {
    search(null, `${name}(${Array.from({ length: count }, () => "@").join(", ")})`);
  } catch (error) {
    if (!/^Invalid type/.test((error as Error).message)) throw error;
  }
}

/**
 * Applies a checked expression to the data.
 * @throws Failure (failed) if it does not fit. Only the data can show, for example, that something is not a
 *   list.
 */
export function applyQuery(data: unknown, query: string): unknown {
  try {
    return search(data as JSONValue, query);
  } catch (error) {
    throw new Failure("failed", `--query does not fit the result: ${(error as Error).message}`, {
      where: `--query ${query}`,
      code: "query",
      hint: "the command itself was carried out; without --query it shows the whole result",
    });
  }
}
