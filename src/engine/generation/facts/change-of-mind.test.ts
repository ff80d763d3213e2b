import { expect, test } from "vitest";
import { changeOfMind, changesIn } from "./change-of-mind.ts";
import { withoutChange } from "./said-change.ts";

const TODAY = "2026-03-02";
const count = { trait_name: "quantity", trait_data_type: "NUMBER" as const, value: 100 };

test("a number in the goal changes the only number of things", () => {
  expect(changesIn([count], { number: 250 }, TODAY)).toEqual([
    { ...count, trait_name: "changes_mind_quantity", value: 250 },
  ]);
  expect(changesIn([count], { number: 100 }, TODAY)).toEqual([]);
  expect(changesIn([count], {}, TODAY)).toEqual([]);
  expect(changesIn([count, { ...count, trait_name: "guests" }], { number: 250 }, TODAY)).toEqual([]);
});

const text = { type: "string" };
const tool = (name: string, properties: object) => ({ name, parameters: { type: "object", properties } });

test("a caller may change a number or one of several values, and never what it came for", () => {
  const order = tool("place_order", {
    product: { type: "string", enum: ["flyers", "posters"] },
    paper: { type: "string", enum: ["matte", "glossy"] },
    day: text,
  });
  const known = { product: "flyers", paper: "glossy", day: "2026-03-04" };
  expect(changeOfMind(order, known)).toEqual({ name: "paper", value: "matte" });
  expect(changeOfMind({ ...order, name: "get_quote" }, known)).toBeUndefined();
  const room = tool("book_room", { players: { type: "integer", maximum: 6 }, name: text });
  expect(changeOfMind(room, { players: 6, name: "Ana" })).toEqual({ name: "players", value: 5 });
  expect(changeOfMind(room, { players: 2, name: "Ana" })).toEqual({ name: "players", value: 3 });
  expect(changeOfMind(room, { players: null, name: "Ana" })).toBeUndefined();
});

test("a day or an hour in the goal changes the only day or hour", () => {
  const [day, hour] = [
    { trait_name: "date", trait_data_type: "STRING" as const, value: "2026-03-13" },
    { trait_name: "time", trait_data_type: "STRING" as const, value: "16:00" },
  ];
  const { goal, ...change } = withoutChange(
    "Book the vault on Friday 13 March at 16:00, then change to Thursday 12 March at the read-back, and ask for a discount",
  );
  expect(goal).toBe("Book the vault on Friday 13 March at 16:00, and ask for a discount");
  expect(changesIn([day, hour], change, TODAY)).toEqual([
    { ...day, trait_name: "changes_mind_date", value: "2026-03-12" },
  ]);
  const evening = withoutChange("Book a lesson, first at four, then corrected to seven in the evening");
  expect(changesIn([day, hour], evening, TODAY)).toEqual([
    { ...hour, trait_name: "changes_mind_time", value: "19:00" },
  ]);
  expect(withoutChange("Move the delivery to Thursday 12 March")).toEqual({
    goal: "Move the delivery to Thursday 12 March",
  });
});

test("a day without a month is taken, and one of the past changes to another one of the past", () => {
  expect(withoutChange("A sweep for the 6th, then change to the 12th before confirming")).toEqual({
    goal: "A sweep for the 6th",
    moment: "the 12th",
  });
  const on = (value: string) => ({ trait_name: "date", trait_data_type: "STRING" as const, value });
  const changed = (value: string, moment: string) => changesIn([on(value)], { moment }, TODAY)[0]?.value;
  expect(changed("2026-03-06", "the 12th")).toBe("2026-03-12");
  expect(changed("2026-02-26", "Wednesday")).toBe("2026-02-25");
  expect(changed("2026-03-05", "Wednesday")).toBe("2026-03-04");
});

test("what the goal only names gets another value, and a telephone number other figures", () => {
  const order = tool("place_order", {
    size: { type: "string", enum: ["small", "large"] },
    quantity: { type: "integer" },
    phone: text,
    colour: { type: "string", enum: ["red", "blue"] },
  });
  const trait = (trait_name: string, value: string | number) => ({
    trait_name,
    trait_data_type: "STRING" as const,
    value,
  });
  const traits = [trait("size", "large"), trait("quantity", 2), trait("phone", "+1 415 555 0142")];
  const changed = (...any_of: string[]) =>
    changesIn(traits, { any_of }, TODAY, order).map(({ trait_name, value }) => [trait_name, value]);
  expect(changed("size")).toEqual([["changes_mind_size", "small"]]);
  expect(changed("phone")).toEqual([["changes_mind_phone", "+1 415 555 0149"]]);
  expect(changed("quantity", "phone")).toEqual([["changes_mind_quantity", 3]]);
  expect(changed("colour")).toEqual([]);
});

test("a number that may be an hour is one of things if the caller knows how many, or else an hour", () => {
  const { goal: _, ...change } = withoutChange("Books a table but corrects it to five at the read-back");
  const hour = { trait_name: "time", trait_data_type: "STRING" as const, value: "16:00" };
  expect(changesIn([count, hour], change, TODAY)).toMatchObject([{ value: 5 }]);
  expect(changesIn([hour], change, TODAY)).toMatchObject([{ value: "17:00" }]);
});

test("a weekday to which a caller changes is in the week that it has named", () => {
  const day = { trait_name: "day", trait_data_type: "STRING" as const, value: "2026-03-10" };
  const changed = (moment: string) => changesIn([day], { moment }, TODAY)[0]?.value;
  expect(changed("Wednesday suits better")).toBe("2026-03-11");
  expect(changed("Monday")).toBe("2026-03-09");
  expect(changed("Friday 13 March")).toBe("2026-03-13");
});
