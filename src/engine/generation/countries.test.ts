import { describe, expect, test } from "vitest";
import { countryOf } from "./countries.ts";
import { persons } from "./person.ts";

const phonesOf = (text: string, count: number) => {
  const person = persons("1", [], countryOf(text));
  return Array.from({ length: count }, (_, place) => person(place).phone);
};

describe("the telephone numbers of callers", () => {
  test.each([
    ["A clean costs £40. We are at 3 Mill Lane, Leeds LS6 1AB.", /^07700 900\d{3}$/],
    ["Ring the office on 0113 496 0123.", /^07700 900\d{3}$/],
    ["Customers give their mobile as +44 7…", /^07700 900\d{3}$/],
    ["Notre salon est à Lyon, France, tél. 04 72 00 00 00.", /^06 39 98 \d\d \d\d$/],
    ["Ask for the PLZ and the number, +49 30 …", /^0171 39200\d\d$/],
    ["Delivery costs $5. Ask for the ZIP code.", /^\+1 \d{3} 555 01\d\d$/],
    ["Call-outs in Brisbane QLD 4000 cost A$95.", /^\(02\) 5550 \d{4}$/],
    ["Deliveries to Toronto M5V 2T6 cost CA$9.", /^\+1 289 555 01\d\d$/],
    ["Ask for the Eircode, and the mobile, such as 087 123 4567.", /^020 910 \d{4}$/],
    ["We serve Northern Ireland for £5.", /^07700 900\d{3}$/],
    ["Book a table.", /^\+1 \d{3} 555 01\d\d$/],
    // What one text says of two countries tells nothing.
    ["We ship to Germany and to the UK.", /^\+1 \d{3} 555 01\d\d$/],
  ])("are of the country of %j", (text, form) => {
    for (const phone of phonesOf(text, 5)) expect(phone).toMatch(form);
  });

  test.each(["£", "+33", "+49", "+61", "+353", "CAD", ""])("are never shared: %j", (text) => {
    expect(new Set(phonesOf(text, 2_500)).size).toBe(2_500);
  });

  test("go with the money and the name of the country", () => {
    expect(persons("1", [], countryOf("£"))(0)).toMatchObject({
      amount: "40 pounds",
      country: "United Kingdom",
    });
  });
});
