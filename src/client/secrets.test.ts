import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { secret } from "../contract/schemas/common.ts";
import * as schemas from "../contract/schemas/index.ts";
import { SECRET_FIELDS, SHOWN_ONCE } from "../contract/values.ts";

/** The names of the fields that schemas mark as secrets, at any depth. */
function marked(all: readonly unknown[]): string[] {
  const names = new Set<string>();
  const walk = (value: unknown, name: string) => {
    if (Array.isArray(value)) for (const item of value) walk(item, name);
    else if (typeof value === "object" && value !== null) {
      if ("format" in value && value.format === "password") names.add(name);
      for (const [key, item] of Object.entries(value))
        if (key === "properties")
          for (const [field, schema] of Object.entries(item as object)) walk(schema, field);
        else walk(item, name);
    }
  };
  for (const schema of all)
    if (schema instanceof z.ZodType)
      walk(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), "");
  return [...names].sort();
}

test("every field that a schema marks as a secret is in the list, and no other", () => {
  expect(marked(Object.values(schemas))).toEqual([...SECRET_FIELDS].sort());
  expect(SECRET_FIELDS).toEqual(expect.arrayContaining([...SHOWN_ONCE]));
});

test("finds a field that a schema adds and the list lacks, at any depth", () => {
  const added = z.object({ rooms: z.array(z.object({ sesame: secret().min(3).nullish() })) });
  expect(marked([...Object.values(schemas), added])).toEqual([...SECRET_FIELDS, "sesame"].sort());
});

describe("a field that is added to the list", async () => {
  vi.resetModules();
  vi.doMock("../contract/values.ts", async (original) => ({
    ...(await original<typeof import("../contract/values.ts")>()),
    SECRET_FIELDS: [...SECRET_FIELDS, "sesame"],
  }));
  const { maskInUrl, maskSecrets, redact } = await import("./redact.ts");
  const { asCurl, asText, showRequest } = await import("./show-request.ts");
  const { readAnswer } = await import("./answer.ts");
  const { codeFrame } = await import("../cli/manifest/frame.ts");
  const { withoutSecrets } = await import("../contract/secrets.ts");
  vi.doUnmock("../contract/values.ts");

  const record = { name: "a", rooms: [{ sesame: "open!" }] };
  const sent = { method: "POST", path: "/v1/agents?sesame=open!", body: record } as never;
  const refusal = { detail: [{ loc: ["body", "rooms", 0, "sesame"], msg: "too short", input: "open!" }] };
  const refused = () =>
    readAnswer({ status: 422, headers: {}, body: Buffer.from(JSON.stringify(refusal)) }, sent);
  const lines = (text: string) => ({
    text,
    lineStarts: [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)],
  });
  const frame = (text: string, line: number) => codeFrame(lines(text), line, 1);

  test.each<[string, () => unknown]>([
    ["answers", () => maskSecrets(record)],
    ["traces", () => redact(record)],
    ["refusals in traces", () => redact(refusal)],
    ["dry runs", () => asText(showRequest({ ...(sent as object), path: "/" } as never, "http://x"))],
    ["commands for curl", () => asCurl(showRequest({ ...(sent as object), path: "/" } as never, "http://x"))],
    ["URLs", () => maskInUrl("https://example.com/?sesame=open!")],
    ["refusals", () => errorOf(refused)],
    ["what the service echoes of a value", () => withoutSecrets("open!", ["rooms", 0, "sesame"])],
    ["what the service echoes of a record", () => withoutSecrets(record, [])],
    ["lines around a fault in YAML", () => frame("name: 1\nsesame: open!\n", 1)],
    ["lines around a fault in JSON", () => frame('{"name":1,"sesame":"open!"}', 1)],
    ["lists around a fault", () => frame("sesame:\n- open!\nname: 1\n", 2)],
    ["blocks around a fault", () => frame("a:\n  sesame: |\n    x\n    open!\nname: 1\n", 4)],
  ])("is masked in %s", async (_, shown) => {
    const text = JSON.stringify(await shown());
    expect(text).not.toContain("open!");
    expect(text).toContain("••••");
  });
});

/** An error with every part of it that is shown. */
async function errorOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return { ...(error as object), message: String(error) };
  }
  throw new Error("it did not fail");
}
