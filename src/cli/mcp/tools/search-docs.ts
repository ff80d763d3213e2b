import { z } from "zod";
import { defineTool } from "../tool.ts";

export const searchDocs = defineTool({
  name: "search_docs",
  description: "Search Parley's documentation: commands, metrics, the rule language, releases, operations.",
  operations: [],
  input: z.object({ query: z.string().min(1).max(200) }),
  output: z.object({
    sections: z.array(z.object({ uri: z.string(), heading: z.string(), text: z.string() })),
  }),
  async run({ query }) {
    const { searchDocs: search } = await import("../docs.ts");
    return { data: { sections: search(query) } };
  },
});
