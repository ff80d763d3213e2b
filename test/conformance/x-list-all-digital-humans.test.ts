/** All digital humans of an organization, in pages, as the hosted API publishes it. */
import { expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeDigitalHuman } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

const namesOf = ({ body }: { body: { digital_humans: { name: string }[] } }) =>
  body.digital_humans.map(({ name }) => name);

test("lists them newest first, in pages, and only those of the organization", async () => {
  const before = (await acme("GET", "/v1/digital-humans")).body.total_count;
  const others = (await rival("GET", "/v1/digital-humans")).body.total_count;
  for (const name of ["One", "Two", "Three"]) await makeDigitalHuman(acme, { name });

  const first = await acme("GET", "/v1/digital-humans?page_size=2");
  expectAnswer("list_all_digital_humans", first);
  expect(namesOf(first)).toEqual(["Three", "Two"]);
  const total_count = before + 3;
  expect(first.body).toMatchObject({
    total_count,
    page: 1,
    page_size: 2,
    total_pages: Math.ceil(total_count / 2),
  });
  expect(namesOf(await acme("GET", "/v1/digital-humans?page=2&page_size=2"))[0]).toBe("One");

  const whole = await acme("GET", "/v1/digital-humans");
  expect(whole.body.page_size).toBe(20);
  expect((await rival("GET", "/v1/digital-humans")).body.total_count).toBe(others);
});

test("refuses a page out of range with 400, and numbers that it does not take with 422", async () => {
  await makeDigitalHuman(acme, { name: "Someone" });
  expectRefusal(await acme("GET", "/v1/digital-humans?page=999"), 400, /page 999 is out of range/);
  expectFault(await acme("GET", "/v1/digital-humans?page=0"), ["query", "page"], "greater_than_equal");
  expectFault(
    await acme("GET", "/v1/digital-humans?page_size=101"),
    ["query", "page_size"],
    "less_than_equal",
  );
});

test("keeps the noises of August", async () => {
  for (const background_noise of ["noisy_restaurant", "hospital"])
    expect(
      (await acme("POST", "/v1/create-digital-human", { digital_human: { background_noise } })).body,
    ).toMatchObject({
      digital_human: { background_noise },
    });
});
