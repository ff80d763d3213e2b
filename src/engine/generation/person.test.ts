import { describe, expect, test } from "vitest";
import { prepareCaller } from "../caller/caller.ts";
import { LANGUAGES } from "../caller/language.ts";
import { describePerson, persons } from "./person.ts";

const person = persons("1");
const agent = {
  prompt: "Ask for the day, the time, the address, the telephone number and the e-mail address.",
  knowledge_base: "",
  agent_description: "",
  goals: [],
};

describe("persons", () => {
  test("have nothing in common within a request", () => {
    const made = Array.from({ length: 100 }, (_, place) => person(place));
    for (const field of ["name", "phone", "email", "address"] as const)
      expect(new Set(made.map((one) => one[field])).size).toBe(100);
  });

  test("are drawn by the seed", () => {
    expect(persons("1")(0)).toEqual(person(0));
    expect(persons("2")(0).name).not.toBe(person(0).name);
  });
});

describe("describePerson", () => {
  test.each(Object.values(LANGUAGES))("is understood by a caller of language $code", ({ code }) => {
    const role_description = describePerson(person(0), "", code, agent);
    const { facts } = prepareCaller({ language: code, role_description });
    const told = (slot: string) => facts.find((fact) => fact.slot === slot)?.value;
    const { name, phone, email, address } = person(0);
    expect({
      name: told("name"),
      phone: told("phone"),
      email: told("email"),
      address: told("address"),
    }).toEqual({ name, phone, email, address });
    expect(told("date")).toMatch(/\p{L}/u);
  });

  test("leaves out what the intent already says", () => {
    expect(describePerson(person(0), "Book for Friday at 15:00.", "en", agent)).not.toMatch(
      /You would like|suits you/,
    );
  });
});
