import { expect, it } from "vitest";
import { languageOf } from "./language.ts";
import { ownWords } from "./own-words.ts";

it.each([
  ["Book a flu vaccination for yourself", "I'd like to book a flu vaccination for myself"],
  ["Get your daughter vaccinated", "I'd like to get my daughter vaccinated"],
  ["Ask about your opening hours", "I'd like to ask about your opening hours"],
  ["Have a flat tyre repaired", "I'd like to have a flat tyre repaired"],
  ["Have you got a table?", "Have you got a table?"],
  ["Customer Petersen (order KF-70412) wants to move the sofa", "I'd like to move the sofa"],
  ["The client Hanna Brandt wants a call and is in a hurry", "I'd like a call and I am in a hurry"],
  ["Oskar Vilks, client M-3220, needs a copy", "I need a copy"],
  ["Tomas Reyes asks whether he may deduct his car", "I'd like to ask whether I may deduct my car"],
  ["Yara Haddad, customer 40133, ends the contract", "I'd like to end the contract"],
  ["Take the family to the circus", "I'd like to take the family to the circus"],
  ["Customer service wants to close the case", undefined],
])("%s", (described, said) => {
  expect(ownWords(described, languageOf("en"))).toBe(said);
});
