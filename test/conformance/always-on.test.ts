import { describe, expect, test } from "vitest";
import { expectRefusal } from "../support/expect.ts";
import { makeDigitalHuman } from "../support/make.ts";
import { type Calls, useService } from "../support/service.ts";

const { acme, rival } = useService();

const create = (calls: Calls, digital_human: object) =>
  calls("POST", "/v1/create-digital-human", { digital_human });
const update = (id: number, body: object) => acme("PUT", `/v1/update-digital-human/${id}`, body);

const active = (phone_number: string) => ({ phone_number, always_on_mode: true, always_on_active: true });

describe("an always-on digital human", () => {
  test("is active in always-on mode only", async () => {
    const fields = { phone_number: "+14155550100", always_on_active: true };
    expectRefusal(await create(acme, fields), 400, /always-on mode mismatch/);
    expectRefusal(await create(acme, { ...fields, always_on_mode: false }), 400, /always-on mode mismatch/);
    const { id } = await makeDigitalHuman(acme, { phone_number: "+14155550100" });
    expectRefusal(await update(id, { always_on_active: true }), 400, /always-on mode mismatch/);
  });

  test("needs a phone number, and cannot lose it", async () => {
    expectRefusal(await create(acme, { always_on_mode: true }), 400, /needs a phone_number/);
    const { id } = await makeDigitalHuman(acme, { phone_number: "+14155550101", always_on_mode: true });
    expectRefusal(await update(id, { phone_number: null }), 400, /needs a phone_number/);
  });

  test("shares its number with those that are not active", async () => {
    await makeDigitalHuman(acme, { name: "Waiting", ...active("+14155550102"), always_on_active: false });
    await makeDigitalHuman(acme, { name: "Caller", phone_number: "+14155550102" });
    expect((await create(acme, active("+14155550102"))).status).toBe(200);
  });

  test("shares its number with those of other organizations", async () => {
    await makeDigitalHuman(acme, active("+14155550103"));
    expect((await create(rival, active("+14155550103"))).status).toBe(200);
  });
});

describe("a second always-on active digital human with the same number", () => {
  test("is refused with 409 by E4, naming the one that has it", async () => {
    const first = await makeDigitalHuman(acme, { name: "First", ...active("+14155550110") });
    const reply = await create(acme, active("+14155550110"));
    expectRefusal(reply, 409, /\+14155550110 is already used .* \(First\)/);
    expect(reply.body).toMatchObject({
      code: "always_on_conflict",
      phone_number: "+14155550110",
      conflict: { digital_human_id: first.id, name: "First" },
    });
  });

  test("is refused with 409 by E3, on activation and on change of the number", async () => {
    const first = await makeDigitalHuman(acme, active("+14155550111"));
    const waiting = await makeDigitalHuman(acme, { ...active("+14155550111"), always_on_active: false });
    const other = await makeDigitalHuman(acme, active("+14155550112"));
    const activated = await update(waiting.id, { always_on_active: true });
    expectRefusal(activated, 409, /already used/);
    expect(activated.body.conflict).toEqual({ digital_human_id: first.id, name: null });
    const renumbered = await update(other.id, { phone_number: "+14155550111", override_conflict: false });
    expectRefusal(renumbered, 409, /already used/);
  });

  test("replaces the first with override_conflict, which may take the number back the same way", async () => {
    const first = await makeDigitalHuman(acme, { name: "First", ...active("+14155550113") });
    const second = await makeDigitalHuman(acme, { ...active("+14155550113"), always_on_active: false });
    const overriding = { always_on_active: true, override_conflict: true };
    expect((await update(second.id, overriding)).status).toBe(200);
    // The first is inactive now. It stays so unless it is activated, and then the second has the number.
    expect((await update(first.id, { name: "Still first" })).status).toBe(200);
    const again = await update(first.id, { always_on_active: true });
    expectRefusal(again, 409, /already used/);
    expect(again.body.conflict.digital_human_id).toBe(second.id);
    expect((await update(first.id, overriding)).status).toBe(200);
    expect((await update(second.id, { always_on_active: true })).body.conflict).toEqual({
      digital_human_id: first.id,
      name: "Still first",
    });
  });

  test("is free to take a number that was given up", async () => {
    const first = await makeDigitalHuman(acme, active("+14155550114"));
    expect((await update(first.id, { always_on_active: false })).status).toBe(200);
    expect((await create(acme, active("+14155550114"))).status).toBe(200);
  });

  test("does not include the digital human itself", async () => {
    const first = await makeDigitalHuman(acme, active("+14155550115"));
    expect((await update(first.id, { always_on_active: true })).status).toBe(200);
  });
});

describe("50 simultaneous requests for one always-on number", () => {
  const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status).sort();

  test("give exactly one digital human when they create", async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => create(acme, active("+14155550120"))));
    expect(statuses(replies)).toEqual([200, ...Array<number>(49).fill(409)]);
  });

  test("give exactly one active digital human when they activate", async () => {
    const waiting = await Promise.all(
      Array.from({ length: 50 }, () =>
        makeDigitalHuman(acme, { ...active("+14155550121"), always_on_active: false }),
      ),
    );
    const replies = await Promise.all(waiting.map(({ id }) => update(id, { always_on_active: true })));
    expect(statuses(replies)).toEqual([200, ...Array<number>(49).fill(409)]);
  });
});
