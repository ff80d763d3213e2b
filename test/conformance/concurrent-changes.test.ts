import { describe, expect, test } from "vitest";
import { makeAgent, makePrompts } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme } = useService();
const SIMULTANEOUS = 50;

const times = <T>(make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: SIMULTANEOUS }, (_, index) => make(index)));

interface Shown {
  readonly version: number;
  readonly labels: string[];
}

async function versionsOf(path: string, kind: string, label: string): Promise<Shown[]> {
  return (await acme("GET", `${path}/${kind}/versions?label=${label}`)).body;
}

describe("changes that arrive at once", () => {
  test.each([
    ["prompts", "prompt_text"],
    ["knowledge-bases", "kb_text"],
  ])("give %s 50 distinct consecutive versions and one latest", async (kind, field) => {
    const { path } = await makeAgent(acme);
    const replies = await times((index) =>
      acme("POST", `${path}/${kind}/versions`, { [field]: `text ${index}` }),
    );
    const numbers = replies.map(({ body }) => body.version).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: SIMULTANEOUS }, (_, index) => index + 1));
    expect(await versionsOf(path, kind, "latest")).toMatchObject([{ version: 50, labels: ["latest"] }]);
  });

  test("leave a label that all take over with override_label on one version", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, ...Array.from({ length: SIMULTANEOUS }, () => []));
    const replies = await times((index) =>
      acme("POST", `${path}/prompts/versions/${index + 1}/labels`, { labels: ["b"], override_label: true }),
    );
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 200));
    expect(await versionsOf(path, "prompts", "b")).toHaveLength(1);
    const { body } = await acme("GET", `${path}/prompts/versions`);
    expect(body.filter((version: Shown) => version.labels.includes("b"))).toHaveLength(1);
  });

  test("give a label that all want without override_label to exactly one", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, ...Array.from({ length: SIMULTANEOUS }, () => []));
    const replies = await times((index) =>
      acme("POST", `${path}/prompts/versions/${index + 1}/labels`, { labels: ["b"] }),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(SIMULTANEOUS - 1).fill(409)]);
    const winner = replies.findIndex((reply) => reply.status === 200) + 1;
    expect(await versionsOf(path, "prompts", "b")).toMatchObject([{ version: winner }]);
  });

  test("make a label that all create once", async () => {
    const { path } = await makeAgent(acme);
    const replies = await times(() => acme("POST", `${path}/labels`, { label_text: "b" }));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(SIMULTANEOUS - 1).fill(409)]);
  });

  test("leave one version and one latest when all versions are deleted at once", async () => {
    const { path } = await makeAgent(acme);
    const made = await makePrompts(acme, path, ...Array.from({ length: SIMULTANEOUS }, () => []));
    const replies = await Promise.all(made.map(({ id }) => acme("DELETE", `${path}/prompts/${id}`)));
    expect(replies.map((reply) => reply.status).sort()).toEqual([...Array(SIMULTANEOUS - 1).fill(200), 400]);
    expect((await acme("GET", `${path}/prompts/versions`)).body).toMatchObject([{ labels: ["latest"] }]);
  });
});
