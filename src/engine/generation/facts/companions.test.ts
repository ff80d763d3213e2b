import { expect, test } from "vitest";
import { knownFor, text, tool } from "../testing/known-facts.ts";
import { breedInGoal, companionIn } from "./companions.ts";

test.each([
  ["Books a full groom for her cockapoo Biscuit on Friday 4 December", "pet", "Biscuit"],
  ["Books a wash and dry for Molly next Wednesday", "pet", "Molly"],
  ["Books a check for his golden retriever, Max", "pet", "Max"],
  ["Books a check for a kitten called Tom", "pet", "Tom"],
  ["Books a wash for Christmas on Friday", "pet", undefined],
  ["Books a wash for Saturday", "pet", undefined],
  ["Books a wash at the salon in Leeds", "pet", undefined],
  ["Books an appointment with the groomer Ana", "pet", undefined],
  ["Books a wash for Full Groom", "pet", undefined],
  ["Books a lesson for her daughter Mia on Friday", "child", "Mia"],
  ["Books a lesson for his seven-year-old Leo", "child", "Leo"],
  ["Books a lesson for Leo tomorrow", "child", "Leo"],
  ["Books a lesson for her friend Ana", "child", undefined],
] as const)("the goal's own name: %s, %s", (goal, kind, name) => {
  expect(companionIn(goal, kind, "Closed at Christmas.")).toBe(name);
});

test("what an animal is, is its breed", () => {
  expect(breedInGoal("Books a groom for her cockapoo Biscuit")).toBe("cockapoo");
  expect(breedInGoal("Books a groom for her old golden retriever Max")).toBe("golden retriever");
  expect(breedInGoal("Books a groom for her dog Max")).toBeUndefined();
  expect(breedInGoal("Books a groom for Max")).toBeUndefined();
});

const names = (properties: object) => ({ type: "object", properties, required: Object.keys(properties) });

test("a tool's animal and child have the names of the goal, and the caller its own", () => {
  const groom = tool("book_groom", {
    owner: names({ name: text }),
    dog: names({ name: text, breed: text }),
  });
  const { facts } = knownFor("Books a full groom for her cockapoo Biscuit", [groom]);
  expect(facts).toMatchObject({ "dog.name": "Biscuit", breed: "cockapoo" });
  expect(facts["owner.name"]).toMatch(/^\p{L}+ \p{L}+$/u);
  expect(knownFor("Books a wash for Molly next Wednesday", [groom]).facts["dog.name"]).toBe("Molly");
  const visit = tool("book_visit", {
    parent_name: text,
    child: names({ first_name: text, date_of_birth: { ...text, format: "date" } }),
  });
  const { facts: told } = knownFor("Books a visit for her toddler Rafael on Friday", [visit]);
  expect(told["first_name"]).toBe("Rafael");
  expect(told["date_of_birth"]).toMatch(/^202\d-/);
  const absent = tool("report_absence", { child_name: { ...text, description: "First name and surname" } });
  expect(knownFor("Reports that her son Leo is ill", [absent]).facts["child_name"]).toMatch(/^Leo \p{Lu}/u);
});
