import { expect, test } from "vitest";
import { parametersOf } from "../../tools/tool.ts";
import { knownFor, text, tool } from "../testing/known-facts.ts";
import { changeOfMind } from "./change-of-mind.ts";

const redirect = tool(
  "redirect_delivery",
  {
    to: { ...text, enum: ["shop", "neighbour", "new_day"] },
    detail: {
      ...text,
      description: "shop: its id, e.g. S-14. neighbour: NAME, house number. new_day: YYYY-MM-DD",
    },
  },
  "Redirects a delivery.",
);
const list_shops = tool("list_shops", { town: text });
const facts = (goal: string, prompt = "") =>
  knownFor(goal, [redirect, list_shops], prompt, "2026-03-02").facts;

test("a caller knows what the option that it wants needs", () => {
  expect(facts("Redirect a delivery to the neighbour")).toMatchObject({ to: "neighbour", detail: null });
  const shop = facts("Redirect a delivery to a shop");
  expect(shop["to"]).toBe("shop");
  expect(shop).not.toHaveProperty("detail");
  const day = facts("Redirect a delivery to another day", "Needs a date, at the latest 06.03.2026.");
  expect(day["to"]).toBe("new_day");
  expect(String(day["detail"])).toMatch(/^2026-03-0[3-6]$/);
});

test("nobody changes its mind about what something else depends on", () => {
  expect(parametersOf(redirect)).toHaveLength(2);
  expect(changeOfMind(redirect, { to: "shop", detail: "S-14" })).toBeUndefined();
});
