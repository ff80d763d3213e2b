import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { labelOf, makeAgent, makeLabel, makePrompts } from "../support/make.ts";
import { useStrictService } from "../support/service.ts";

const { acme, rival } = useStrictService();

describe("E10 PUT /v1/agents/{agent_id}/labels/{label_id}", () => {
  test("answers the label with its new text, everything else unchanged", async () => {
    const { path } = await makeAgent(acme);
    const label = await makeLabel(acme, path, { label_text: "b", color: "#2f81f7" });
    const reply = await acme("PUT", `${path}/labels/${label.id}`, { label_text: "c" });
    expectAnswer("rename_label", reply);
    expect(reply.body).toEqual({ ...label, label_text: "c" });
    expect(await labelOf(acme, path, "c")).toEqual(reply.body);
    expect(await labelOf(acme, path, "b")).toBeUndefined();
  });

  test("keeps a renamed label on the version that has it", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, ["b"], []);
    const label = await labelOf(acme, path, "b");
    await acme("PUT", `${path}/labels/${label?.id}`, { label_text: "c" });
    const { body } = await acme("GET", `${path}/prompts/versions?label=c`);
    expect(body).toMatchObject([{ version: 1, labels: ["c"] }]);
  });

  test("takes the text that the label has already", async () => {
    const { path } = await makeAgent(acme);
    const label = await makeLabel(acme, path, { label_text: "b" });
    const reply = await acme("PUT", `${path}/labels/${label.id}`, { label_text: "b" });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual(label);
  });

  test.each(["production", "latest"])("answers 400 for the reserved label %s", async (reserved) => {
    const { path } = await makeAgent(acme);
    const label = await labelOf(acme, path, reserved);
    const reply = await acme("PUT", `${path}/labels/${label?.id}`, { label_text: "c" });
    expectRefusal(reply, 400, new RegExp(`"${reserved}" is reserved`));
    expect(await labelOf(acme, path, reserved)).toEqual(label);
  });

  test.each(["production", "latest"])("answers 400 for the reserved text %s", async (reserved) => {
    const { path } = await makeAgent(acme);
    const label = await makeLabel(acme, path, { label_text: "b" });
    const reply = await acme("PUT", `${path}/labels/${label.id}`, { label_text: reserved });
    expectRefusal(reply, 400, new RegExp(`"${reserved}" is a reserved label`));
  });

  test("answers 409 for the text of another label of the agent", async () => {
    const { path } = await makeAgent(acme);
    const label = await makeLabel(acme, path, { label_text: "b" });
    await makeLabel(acme, path, { label_text: "c" });
    const reply = await acme("PUT", `${path}/labels/${label.id}`, { label_text: "c" });
    expectRefusal(reply, 409, /"c" already exists/);
    expect(await labelOf(acme, path, "b")).toEqual(label);
  });

  test("takes the text of a label of another agent", async () => {
    const first = await makeAgent(acme);
    const second = await makeAgent(acme);
    await makeLabel(acme, first.path, { label_text: "c" });
    const label = await makeLabel(acme, second.path, { label_text: "b" });
    const { status } = await acme("PUT", `${second.path}/labels/${label.id}`, { label_text: "c" });
    expect(status).toBe(200);
  });

  test("answers 404 for an unknown label, another agent's and another organization's", async () => {
    const { path } = await makeAgent(acme);
    const other = await makeAgent(acme);
    const label = await makeLabel(acme, path, { label_text: "b" });
    const body = { label_text: "c" };
    expectRefusal(await acme("PUT", `${path}/labels/unknown`, body), 404, /label unknown not found/);
    expectRefusal(await acme("PUT", `${other.path}/labels/${label.id}`, body), 404, /label/);
    expectRefusal(await rival("PUT", `${path}/labels/${label.id}`, body), 404, /agent/);
    expectRefusal(await acme("PUT", `/v1/agents/999/labels/${label.id}`, body), 404, /agent 999/);
  });

  test.each([
    [{}, "label_text", "missing"],
    [{ label_text: "" }, "label_text", "string_too_short"],
    [{ label_text: null }, "label_text", "string_type"],
    [{ label_text: "c", color: "red" }, "color", "extra_forbidden"],
  ])("answers 422 for %j", async (body, field, type) => {
    expectFault(await acme("PUT", "/v1/agents/101/labels/x", body), ["body", field], type);
  });
});
