import { describe, expect, it } from "vitest";
import { languageOf } from "../language.ts";
import { certainlyDiffer } from "./differ.ts";

const ENGLISH = languageOf("en");

describe("a day that was agreed on, and the day of a call", () => {
  it.each([
    ["Saturday 5 December", "2026-12-12"],
    ["Saturday the 5th of December", "2026-12-12"],
    ["10 December", "2026-12-11"],
    ["Saturday", "2026-12-11"],
    ["2026-12-05", "2026-12-12"],
  ])("%s is not %s", (wanted, said) => {
    expect(certainlyDiffer(wanted, said, undefined, ENGLISH)).toBe(true);
  });

  it.each([
    ["Saturday 5 December", "2026-12-05"],
    ["Saturday the 5th of December", "2026-12-05"],
    ["5 December", "2026-12-05"],
    ["Saturday", "2026-12-12"],
    ["Saturday", "Saturday 12 December"],
    ["2026-12-05", "Saturday, 5 December"],
  ])("%s may be %s", (wanted, said) => {
    expect(certainlyDiffer(wanted, said, undefined, ENGLISH)).toBe(false);
  });
});

describe("the name of a person or a pet, and the name of a call", () => {
  const named = (name: string, thing?: string) => ({ name, ...(thing && { thing }) });

  it.each([
    ["Nadia Novak", "I'D", named("owner_name")],
    ["Farah Holt", "Really Annoyed About This", named("customer_name")],
    ["Hazel", "Biscuit", named("pet_name", "pet name")],
    ["Ana Diaz", "Ben Okafor", named("name")],
  ])("%s is not %s", (wanted, said, fact) => {
    expect(certainlyDiffer(wanted, said, fact, ENGLISH)).toBe(true);
  });

  it.each([
    ["Nadia Novak", "Nadya Nowack", named("owner_name")],
    ["Nadia Novak", "Ms Novak", named("owner_name")],
    ["Catherine Moore", "Katherine More", named("full_name")],
    ["Robert Hill", "Bob Hill", named("full_name")],
    ["Morning flow", "Yoga", named("class_name")],
    ["Margherita", "The classic", named("name", "pizza name")],
  ])("%s may be %s", (wanted, said, fact) => {
    expect(certainlyDiffer(wanted, said, fact, ENGLISH)).toBe(false);
  });
});
