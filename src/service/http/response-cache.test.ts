import { expect, test } from "vitest";
import { createResponseCache } from "./response-cache.ts";

const question = { operation: "list_agents", organization_id: "acme", url: "/v1/all-agents" } as const;

/** Creates answers that say how many were created before. */
function counted() {
  let made = 0;
  return { make: async () => `[${made++}]`, made: () => made };
}

const text = async (answer: Promise<string | Uint8Array>) => Buffer.from(await answer).toString();

test("an answer is made once while nothing changes, and again after a change", async () => {
  let revision = 1;
  const { make } = counted();
  const cached = createResponseCache(() => revision);
  expect(await text(cached(question, make))).toBe("[0]");
  expect(await text(cached(question, make))).toBe("[0]");
  revision = 2;
  expect(await text(cached(question, make))).toBe("[1]");
});

test("an answer is not cached if its tables change while it is made", async () => {
  let revision = 1;
  const { make } = counted();
  const cached = createResponseCache(() => revision);
  await cached(question, async () => {
    revision = 2;
    return "[]";
  });
  expect(await text(cached(question, make))).toBe("[0]");
});

test("each organization and each query has its own answers", async () => {
  const { make } = counted();
  const cached = createResponseCache(() => 1);
  const asked = [
    question,
    { ...question, organization_id: "rival" },
    { ...question, url: "/v1/all-agents?x" },
  ];
  for (const one of [...asked, ...asked]) await cached(one, make);
  expect(await Promise.all(asked.map((one) => text(cached(one, make))))).toEqual(["[0]", "[1]", "[2]"]);
});

test("a refusal is not cached", async () => {
  const cached = createResponseCache(() => 1);
  const refuse = () => Promise.reject(new Error("not found"));
  await expect(cached(question, refuse)).rejects.toThrow("not found");
  expect(await text(cached(question, counted().make))).toBe("[0]");
});

test("nothing is cached for other operations, or if changes cannot be detected", async () => {
  const { make, made } = counted();
  const cached = createResponseCache(() => 1);
  for (let i = 0; i < 2; i++) await cached({ ...question, operation: "create_agent" }, make);
  expect(made()).toBe(2);
  const never = createResponseCache(() => Promise.resolve(undefined));
  for (let i = 0; i < 2; i++) await never(question, make);
  expect(made()).toBe(4);
});

test("the oldest answers are dropped when all together are too large, and one that is too large by itself is not cached", async () => {
  const { make, made } = counted();
  // Two entries of 1000 bytes, 36 of name and 256 besides fit into 2,800; three do not.
  const cached = createResponseCache(() => 1, 2_800);
  const long = async () => (await make()).padEnd(1000);
  const ask = (url: string, answer = long) => cached({ ...question, url }, answer);
  for (const url of ["/v1/first", "/v1/other", "/v1/third"]) await ask(url);
  expect(made()).toBe(3);
  await ask("/v1/third");
  await ask("/v1/other");
  expect(made()).toBe(3);
  await ask("/v1/first");
  expect(made()).toBe(4);
  for (let i = 0; i < 2; i++) await ask("/v1/large", async () => (await make()).padEnd(3000));
  expect(made()).toBe(6);
  await ask("/v1/first");
  expect(made()).toBe(6);
});
