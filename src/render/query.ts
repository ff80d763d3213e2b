import { type JSONValue, search } from "@jmespath-community/jmespath";
import { usage } from "../failure.ts";

/** Applies a JMESPath expression to the data. */
export function applyQuery(data: unknown, query: string): unknown {
  try {
    return search(data as JSONValue, query);
  } catch (error) {
    throw usage(`--query is not a valid JMESPath expression: ${(error as Error).message}`, {
      where: `--query ${query}`,
      hint: "for example --query 'metrics[].name' or --query '[?mode==`TEXT`].id'",
    });
  }
}
