import { describe, expect, it } from "vitest";
import { languageOf } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import { againstPrices, priceList } from "./prompt-prices.ts";

const TABLE = [
  "| Job | Price |",
  "|---|---|",
  "| Wheel truing | £30 |",
  "| Full service | £95.50 |",
  "",
  "Delivery costs £8.",
].join("\n");

const against = (said: string, prompt = TABLE, calls: readonly MadeCall[] = [], user = "Hello.") =>
  againstPrices(
    calls,
    {
      prompt,
      knowledge_base: "",
      transcript: [
        { role: "USER", utterance: user },
        { role: "AGENT", utterance: said },
      ],
    },
    languageOf("en"),
  );

describe("priceList", () => {
  it("reads rows, bullets, and lines of prices, and leaves out prose", () => {
    const names = (text: string) => [...priceList(text)].map(([name, { minor }]) => [name, minor]);
    expect(names(TABLE)).toEqual([
      ["wheel truing", 3_000],
      ["full service", 9_550],
    ]);
    expect(names("- Women's cut £48\n- Blow-dry £30")).toEqual([
      ["women's cut", 4_800],
      ["blow-dry", 3_000],
    ]);
    expect(names("**Per ticket:** stalls £45, circle £35. A tour costs £5, drinks from £4.")).toEqual([
      ["stalls", 4_500],
      ["circle", 3_500],
    ]);
    expect(names("Shirt £3 · Suit £16\nShirt £4")).toEqual([["suit", 1_600]]);
  });
});

describe("againstPrices", () => {
  it("shows both prices of an item", () => {
    expect(against("So that's a wheel truing at £40 plus any parts. Is that right?")).toBe(
      'the agent said "So that\'s a wheel truing at £40 plus any parts.", and the prompt says "wheel truing £30"',
    );
  });

  it.each([
    ["the price as it is", "A wheel truing is £30."],
    ["a sum", "A wheel truing and the delivery is £38 together."],
    ["a price for longer", "A wheel truing is £40 for the weekend."],
    ["a deposit", "A wheel truing is £10 deposit."],
    ["a price of more hours than one", "The call-out and an hour and a half come to £195."],
    ["several of an item", "Two wheel truing at £60."],
    ["a sum with the last item at its end", "A full service and a wheel truing is £125.50."],
    ["a sum with another thing", "New tyres, the delivery, and a wheel truing is £60."],
    ["a total", "A wheel truing at £125.50 in total, with the full service."],
    ["another thing", "A deluxe wheel truing at £40.50."],
    ["a share", "That's £9.33 each."],
    ["another currency", "It's $31."],
  ])("blames nobody who says %s", (_, said) => {
    expect(against(said)).toBeUndefined();
  });

  it("blames nobody whose price may come from elsewhere", () => {
    const quoted = { name: "quote", output: { price: 40 } };
    expect(against("A wheel truing is £40.", TABLE, [quoted])).toBeUndefined();
    expect(against("A wheel truing is £40.", `${TABLE}\nMembers get 10% off.`)).toBeUndefined();
    expect(against("A wheel truing is £40.", `${TABLE}\nOn Sundays it is 40 pounds.`)).toBeUndefined();
    expect(against("A wheel truing is £40.", `${TABLE}\nOn Sundays, 40 €.`)).toBeUndefined();
    expect(against("A wheel truing is £40.", `${TABLE}\nOn Sundays, it's £40.`)).toBeUndefined();
    expect(against("So a wheel truing at £40?", TABLE, [], "I paid £40 last time.")).toBeUndefined();
  });
});
