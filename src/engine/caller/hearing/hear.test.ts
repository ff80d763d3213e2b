import { describe, expect, it } from "vitest";
import type { LanguageCode } from "../../../contract/values.ts";
import { languageOf } from "../language.ts";
import { type Heard, hear } from "./hear.ts";

const heard = (message: string, language: LanguageCode = "en") => hear(message, languageOf(language));

/** The names of what a message does. */
function acts(message: string, language: LanguageCode = "en"): string[] {
  const on = Object.entries(heard(message, language)).filter(([, value]) => value === true);
  return on.map(([key]) => key).sort();
}

describe("asked slots", () => {
  it.each<[string, Heard["asks"]]>([
    ["What is your order number?", ["order_number"]],
    ["Please provide your full name and date of birth.", ["name", "date_of_birth"]],
    ["Your email address, please.", ["email"]],
    ["I found your order number A-1 in the system.", []],
    ["Is A-1 your order number?", []],
    ["What would you like to order?", ["product"]],
    ["How many people, and at what time?", ["quantity", "time"]],
    ["Is there anything else I can do at this time?", []],
  ])("%s", (message, asks) => {
    expect(heard(message).asks).toEqual(asks);
  });
});

describe("acts", () => {
  it.each([
    ["Your order has been cancelled.", ["done"]],
    ["Your order has not been cancelled yet.", []],
    ["Once your order has been cancelled you will get a mail.", []],
    ["Has your order been cancelled?", []],
    ["I booked you a table for two on Friday at 7 pm.", ["done"]],
    ["I've opened a refund case.", ["done"]],
    ["I book tables for up to ten people.", []],
    ["Before I booked it, the price was lower.", []],
    ["I'm unable to do that.", ["refusal"]],
    ["I'll transfer you to a colleague.", ["transfer"]],
    ["Would you like me to transfer you to a colleague?", ["offer", "proceed"]],
    ["That's £26 in all. OK to put it through?", ["proceed"]],
    ["Okay, to find it: what colour is it?", ["wh"]],
    ["One moment, please.", ["hold"]],
    ["One moment. Do you have a receipt?", []],
    ["Sorry, I didn't catch that.", ["repeat"]],
    ["Goodbye!", ["closing"]],
  ])("%s", (message, expected) => {
    expect(acts(message)).toEqual(expected);
  });

  it("distinguishes a German report from a German question with the same verb", () => {
    expect(acts("Ich habe Ihren Termin verschoben.", "de")).toEqual(["done"]);
    expect(acts("Haben Sie den Termin verschoben?", "de")).toEqual([]);
  });
});
