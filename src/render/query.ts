import { type JSONValue, search } from "@jmespath-community/jmespath";
import { usage } from "../failure.ts";

/** What a JMESPath expression takes out of the data. */
export function applyQuery(data: unknown, query: string): unknown {
  try {
    return search(data as JSONValue, query);
  } catch (error) {
    throw usage(`--query is no JMESPath: ${(error as Error).message}`, {
      where: `--query ${query}`,
      hint: "for example --query 'metrics[].name' or --query '[?mode==`TEXT`].id'",
    });
  }
}
