import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { labelOf, makeAgent, makeKnowledgeBases, makeLabel, makePrompts } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

describe("E13 DELETE /v1/agents/{agent_id}/labels/{label_id}", () => {
  test("deletes a free-standing label and answers which", async () => {
    const { agent_id, path } = await makeAgent(acme);
    const { id } = await makeLabel(acme, path, { label_text: "b" });
    const reply = await acme("DELETE", `${path}/labels/${id}`);
    expectAnswer("delete_label", reply);
    expect(reply.body).toEqual({ deleted: true, agent_id, id, label_text: "b" });
    expect(await labelOf(acme, path, "b")).toBeUndefined();
    expectRefusal(await acme("DELETE", `${path}/labels/${id}`), 404, /not found/);
  });

  test("frees the text for a new label", async () => {
    const { path } = await makeAgent(acme);
    const first = await makeLabel(acme, path, { label_text: "b" });
    await acme("DELETE", `${path}/labels/${first.id}`);
    const second = await makeLabel(acme, path, { label_text: "b" });
    expect(second.id).not.toBe(first.id);
  });

  test.each(["production", "latest"])("answers 400 for the reserved label %s", async (reserved) => {
    const { path } = await makeAgent(acme);
    const label = await labelOf(acme, path, reserved);
    const reply = await acme("DELETE", `${path}/labels/${label?.id}`);
    expectRefusal(reply, 400, new RegExp(`"${reserved}" is reserved`));
    expect(await labelOf(acme, path, reserved)).toEqual(label);
  });

  test("answers 400 for a label that is still on versions, naming them; detached it is deleted", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, ["b"]);
    await makeKnowledgeBases(acme, path, [], ["b"]);
    const label = await labelOf(acme, path, "b");
    const remove = () => acme("DELETE", `${path}/labels/${label?.id}`);

    expectRefusal(await remove(), 400, /"b" is on prompt version 1 and knowledge base version 2/);
    await acme("DELETE", `${path}/prompts/versions/1/labels`, { labels: ["b"] });
    expectRefusal(await remove(), 400, /"b" is on knowledge base version 2/);
    await acme("DELETE", `${path}/knowledge-bases/versions/2/labels`, { labels: ["b"] });
    expect((await remove()).status).toBe(200);
  });

  test("answers 404 for an unknown label, another agent's and another organization's", async () => {
    const { path } = await makeAgent(acme);
    const other = await makeAgent(acme);
    const { id } = await makeLabel(acme, path, { label_text: "b" });
    expectRefusal(await acme("DELETE", `${path}/labels/unknown`), 404, /label unknown not found/);
    expectRefusal(await acme("DELETE", `${other.path}/labels/${id}`), 404, /label/);
    expectRefusal(await rival("DELETE", `${path}/labels/${id}`), 404, /agent/);
    expect(await labelOf(acme, path, "b")).toBeDefined();
  });

  test("answers 422 for an agent_id that is not an integer", async () => {
    expectFault(await acme("DELETE", "/v1/agents/x/labels/y"), ["path", "agent_id"], "int_type");
  });
});
