import { describe, expect, test } from "vitest";
import { callers, text, tool } from "../testing/callers.ts";

const sweep = tool("book_sweep", { address: text, postcode: text, invoice_address: text, city: text });
const survey = tool("book_survey", { site_address: text, invoice_address: text });
const made = (prompt: string, tools = [sweep]) => callers("Book a sweep", { prompt, tools });

describe("the home of a caller", () => {
  test("has one postcode, wherever it is asked for", () => {
    for (const { facts } of made("Ask for the postcode. A sweep is £50.", [survey])) {
      expect(facts["site_address"]).toMatch(/, [A-Z]{1,2}\d{1,2} \d[A-Z]{2}$/);
      expect(facts["invoice_address"]).toBe(facts["site_address"]);
    }
  });

  test.each([
    ["We sweep chimneys in any NG1–NG9 postcode.", /^NG[1-9] \d[A-Z]{2}$/],
    ["We only work in postcodes **NG1 to NG9**.", /^NG[1-9] \d[A-Z]{2}$/],
    ["Delivery is £15, NG postcodes only.", /^NG[1-4] \d[A-Z]{2}$/],
    ["We serve postcodes beginning with NG. Office: 4 Hill Street, Derby DE1 1AA.", /^NG[1-4] \d[A-Z]{2}$/],
    ["Take UK postcodes only. You find us at 4 Hill Street, Nottingham NG7 1AA.", /^NG7 \d[A-Z]{2}$/],
    ["You find us at 4 Hill Street, Nottingham NG7 1AA. Ask for the postcode.", /^NG7 \d[A-Z]{2}$/],
  ])("is in the area that the texts name: %j", (prompt, form) => {
    for (const { facts } of made(prompt)) expect(facts["postcode"]).toMatch(form);
  });

  test("is in the town of its postcode", () => {
    const towns = { LS: "Leeds", M2: "Manchester", BS: "Bristol", YO: "York", OX: "Oxford", EH: "Edinburgh" };
    for (const { facts } of made("A sweep is £50."))
      expect(facts["city"]).toBe(towns[String(facts["postcode"]).slice(0, 2) as keyof typeof towns]);
    for (const { facts } of made("Visit us at 4 Hill Street, Nottingham NG7 1AA."))
      expect(facts["city"]).toBe("Nottingham");
  });
});
