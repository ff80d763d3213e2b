import { expect, test } from "vitest";
import { expectAnswer } from "../support/expect.ts";
import { makeAgent } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

test("the telephone numbers of an organization are those in the records of its agents", async () => {
  expect((await acme("GET", "/v1/phone-numbers")).body).toEqual({ phone_numbers: [], total: 0 });
  const { agent_id } = await makeAgent(acme, { phone_number: "+14155550132" });
  const listed = await acme("GET", "/v1/phone-numbers");
  expectAnswer("list_phone_numbers", listed);
  expect(listed.body).toEqual({ phone_numbers: [{ phone_number: "+14155550132", agent_id }], total: 1 });
  expect((await rival("GET", "/v1/phone-numbers")).body).toEqual({ phone_numbers: [], total: 0 });
});
