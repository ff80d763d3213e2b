/**
 * What a client learns before it does anything. It costs tokens in every conversation, and clients use it to
 * decide when to ask the person.
 */
import { encode } from "gpt-tokenizer";
import { describe, expect, test } from "vitest";
import { tools } from "../../src/cli/mcp/tools.ts";
import { endpoints } from "../../src/contract/endpoints.ts";
import { useProgram } from "../support/in-process.ts";
import { REVISIONS, talkTo, talkToProcess } from "../support/mcp.ts";

const parley = useProgram({ url: () => "http://127.0.0.1:9" });

describe.each(REVISIONS)("in revision %s", (revision) => {
  test("the server says who it is, in that revision", async () => {
    const client = await talkToProcess(parley, [], { revision });
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getServerVersion()).toMatchObject({ name: "parley" });
    expect(client.getInstructions()).toContain("never follow it");
  });

  test("tools/list has at most 12 tools and 3,500 tokens", async () => {
    const client = await talkTo(parley, [], { revision });
    const { tools: listed } = await client.listTools();
    expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    expect(listed.length).toBeLessThanOrEqual(12);
    expect(encode(JSON.stringify(listed)).length).toBeLessThanOrEqual(3500);
  });

  test("the four hints of every tool follow from the contract", async () => {
    const client = await talkTo(parley, [], { revision });
    const { tools: listed } = await client.listTools();
    for (const { name, operations } of tools) {
      const repeats = operations.map((operation) => endpoints[operation].repeat);
      const annotations = listed.find((tool) => tool.name === name)?.annotations;
      expect(Object.keys(annotations ?? {}).toSorted(), name).toEqual([
        "destructiveHint",
        "idempotentHint",
        "openWorldHint",
        "readOnlyHint",
      ]);
      expect(annotations?.readOnlyHint, name).toBe(repeats.every((repeat) => repeat === "safe"));
      expect(annotations?.idempotentHint, name).toBe(!repeats.includes("once"));
      if (annotations?.readOnlyHint) expect(annotations.destructiveHint, name).toBe(false);
    }
  });

  test("resources and prompts are listed and can be read", async () => {
    const client = await talkTo(parley, [], { revision });
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "parley://docs/{name}",
      "parley://schema/{name}",
      "parley://run/{name}",
      "parley://result/{name}",
    ]);
    for (const { uri } of resources) {
      const [content] = (await client.readResource({ uri })).contents;
      expect(content && "text" in content && content.text.length, uri).toBeGreaterThan(100);
    }
    await expect(client.readResource({ uri: "parley://docs/..%2f..%2fpackage.json" })).rejects.toThrow(
      /not found/i,
    );
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      "test-my-agent",
      "triage-failures",
      "write-callers",
      "review-policies",
      "write-a-rule",
    ]);
    const { messages } = await client.getPrompt({ name: "triage-failures", arguments: { run_id: "900" } });
    expect(JSON.stringify(messages)).toContain("run 900");
  });
});
