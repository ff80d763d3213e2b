/** How the console shows what an agent heard of its caller's facts. */
import { expect, test } from "vitest";
import { playedBy } from "../support/played.ts";
import { useService } from "../support/service.ts";
import { LOOKS, useBrowser, violationsIn } from "./browser.ts";

const service = useService();
const open = useBrowser();
const { acme } = service;

test.each(LOOKS)("a fact that was heard wrong leads to where it came back, %s", async (name, looks) => {
  const { result } = await playedBy(acme)(
    {
      name: "Caller",
      intent: "Wants a refund for an order. The order number is 118204.",
      traits: [{ trait_name: "order_number", value: "118204" }],
    },
    [
      { message: "Hello. What is your order number?" },
      { message: "Your order number is 118240, is that right?" },
    ],
  );
  const { body } = await acme("POST", "/v1/console-links");
  const { page } = await open(`${service.url()}${body.path}/conversation/${result.id}`, looks);
  const panel = page.locator("section", { has: page.getByRole("heading", { name: "What the agent heard" }) });
  await panel.waitFor();
  const fact = panel.getByText("order_number is wrong: 118204 came back as 118240");
  await fact.waitFor();
  await panel.getByRole("button").first().click();
  const turn = page.locator("li.turn", { hasText: "Your order number is 118240" });
  await expect.poll(() => turn.getAttribute("aria-current")).toBe("true");
  expect(await violationsIn(page), name).toEqual([]);
});
