import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();
const create = async (name: string) => (await acme("POST", "/v1/create-folder", { name })).body;
const move = (body: object, calls = acme) => calls("PUT", "/v1/folders/move-agent", body);
const agentsIn = (id: string) => acme("GET", `/v1/get-agents-by-folder/${id}`);

describe("folders", () => {
  test("are created, listed, and renamed, and invisible to other organizations", async () => {
    const reply = await acme("POST", "/v1/create-folder", { name: "Clinics" });
    expectAnswer("create_folder", reply);
    const { id } = reply.body;
    const renamed = await acme("PUT", `/v1/update-folder/${id}`, { name: "Hospitals" });
    expectAnswer("update_folder", renamed);
    expect(renamed.body).toEqual({ ...reply.body, name: "Hospitals" });
    expectAnswer("get_folder", await acme("GET", `/v1/folder/${id.toUpperCase()}`));
    const all = await acme("GET", "/v1/all-folders");
    expectAnswer("list_folders", all);
    expect(all.body).toContainEqual(renamed.body);
    expect((await rival("GET", "/v1/all-folders")).body).toEqual([]);
    for (const [method, path, body] of [
      ["GET", `/v1/folder/${id}`],
      ["PUT", `/v1/update-folder/${id}`, { name: "Mine" }],
      ["DELETE", `/v1/folder/${id}`],
      ["GET", `/v1/get-agents-by-folder/${id}`],
    ] as const)
      expectRefusal(await rival(method, path, body), 404, /folder .* not found/);
    expectFault(await acme("POST", "/v1/create-folder", { name: "" }), ["body", "name"], "string_too_short");
  });

  test("keep what other clients add to them", async () => {
    const { body } = await acme("POST", "/v1/create-folder", { name: "Clinics", colour: "teal" });
    expect(body).toMatchObject({ name: "Clinics", colour: "teal" });
    await acme("PUT", `/v1/update-folder/${body.id}`, { name: "Other", icon: 7 });
    const shown = (await acme("GET", `/v1/folder/${body.id}`)).body;
    expect(shown).toEqual({ ...body, name: "Other", icon: 7 });
  });

  test("contain agents, which remain when their folder is deleted", async () => {
    const [one, other] = [await create("One"), await create("Other")];
    const { agent_id, path } = await makeAgent(acme);
    const reply = await move({ agent_id, folder_id: one.id });
    expectAnswer("move_agent_to_folder", reply);
    expect(reply.body).toEqual({ agent_id, folder_id: one.id, status: "success" });
    const held = await agentsIn(one.id);
    expectAnswer("list_agents_by_folder", held);
    expect(held.body).toMatchObject([{ id: String(agent_id), folder_id: one.id }]);

    await move({ agent_id, folder_id: other.id });
    expect((await agentsIn(one.id)).body).toEqual([]);
    const deleted = await acme("DELETE", `/v1/folder/${other.id}`);
    expectAnswer("delete_folder", deleted);
    expect((await acme("GET", path)).body.folder_id).toBeNull();
    expectRefusal(await agentsIn(other.id), 404, /not found/);

    await move({ agent_id, folder_id: one.id });
    expect((await move({ agent_id })).body.folder_id).toBeNull();
    expectRefusal(await move({ agent_id, folder_id: other.id }), 404, /folder .* not found/);
    expectRefusal(await move({ agent_id: 202, folder_id: one.id }), 404, /agent 202 not found/);
    expectRefusal(await move({ agent_id: 202, folder_id: one.id }, rival), 404, /folder .* not found/);
  });
});
