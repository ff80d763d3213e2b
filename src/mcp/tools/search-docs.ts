import { z } from "zod";
import { searchDocs as search } from "../docs.ts";
import { defineTool } from "../tool.ts";

export const searchDocs = defineTool({
  name: "search_docs",
  description: "Search Parley's documentation: commands, metrics, the rule language, releases, operations.",
  operations: [],
  input: z.object({ query: z.string().min(1).max(200) }),
  output: z.object({
    sections: z.array(z.object({ uri: z.string(), heading: z.string(), text: z.string() })),
  }),
  run: async ({ query }) => ({ data: { sections: search(query) } }),
});
