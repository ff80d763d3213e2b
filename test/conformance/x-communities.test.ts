import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeDigitalHuman } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

describe("communities", () => {
  test("are sets of digital humans that are changed, listed and deleted", async () => {
    const humans = [await makeDigitalHuman(acme), await makeDigitalHuman(acme), await makeDigitalHuman(acme)];
    const [one = 0, two = 0, three = 0] = humans.map(({ id }) => id);
    const reply = await acme("POST", "/v1/create-community", {
      ...{ title: "Regulars", digital_human_ids: [two, one, two] },
    });
    expectAnswer("create_community", reply);
    expect(reply.body).toMatchObject({ title: "Regulars", description: null, digital_human_ids: [one, two] });
    const { id } = reply.body;

    const added = await acme("PUT", `/v1/add-to-community/${id}`, { digital_human_ids: [three, one] });
    expectAnswer("add_to_community", added);
    expect(added.body.digital_human_ids).toEqual([one, two, three]);
    const updated = await acme("PUT", `/v1/update-community/${id}`, {
      ...{ title: null, description: "They know us", digital_human_ids: [three] },
    });
    expectAnswer("update_community", updated);
    expect(updated.body).toEqual({ ...reply.body, description: "They know us", digital_human_ids: [three] });

    const of = (human: number) => acme("GET", `/v1/communities?digital_human_id=${human}`);
    expectAnswer("list_communities", await of(three));
    expect((await of(three)).body).toEqual({ communities: [updated.body], total_count: 1 });
    expect((await of(one)).body.total_count).toBe(0);

    await acme("DELETE", `/v1/digital-human/${three}`);
    expectAnswer("get_community", await acme("GET", `/v1/community/${id}`));
    expect((await acme("GET", `/v1/community/${id}`)).body.digital_human_ids).toEqual([]);
    const deleted = await acme("DELETE", `/v1/community/${id}`);
    expectAnswer("delete_community", deleted);
    expectRefusal(await acme("GET", `/v1/community/${id}`), 404, /community .* not found/);
  });

  test("refuse digital humans that do not exist, and another organization", async () => {
    const human = await makeDigitalHuman(acme);
    const create = (body: object, calls = acme) => calls("POST", "/v1/create-community", body);
    const named = { title: "x", digital_human_ids: [human.id, 999_999] };
    expectRefusal(await create(named), 404, /digital human 999999 not found/);
    expectRefusal(await create({ ...named, digital_human_ids: [human.id] }, rival), 404, /not found/);
    expectFault(await create({ digital_human_ids: [] }), ["body", "title"], "missing");
    const { id } = (await create({ title: "x" })).body;
    expect((await rival("GET", "/v1/communities")).body).toEqual({ communities: [], total_count: 0 });
    for (const [method, path, body] of [
      ["GET", `/v1/community/${id}`],
      ["PUT", `/v1/update-community/${id}`, {}],
      ["PUT", `/v1/add-to-community/${id}`, { digital_human_ids: [] }],
      ["DELETE", `/v1/community/${id}`],
    ] as const)
      expectRefusal(await rival(method, path, body), 404, /community .* not found/);
  });
});
