import { expect, it } from "vitest";
import { languageOf } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import { otherDeed } from "./other-deed.ts";

const READ_BACK = "SK4821 moves to Wednesday 25 March at 07:30. The change costs €15. All right?";
const DONE = "Done. SK4821 now sails on Wednesday 25 March. Anything else?";
const refund: MadeCall = { name: "refund_booking", parameters: {}, output: { ok: true }, arrival: 3.5 };

const judged = ({
  wish = "I'd like to move SK4821 to 25 March.",
  readBack = READ_BACK,
  yes = "Yes, that's right.",
  done = DONE,
  calls = [refund],
  tool = "change_booking",
} = {}) =>
  otherDeed(
    tool,
    calls,
    [
      { role: "AGENT", utterance: "A crossing, a change or a refund: what can I do for you?" },
      { role: "USER", utterance: wish },
      { role: "AGENT", utterance: readBack },
      { role: "USER", utterance: yes },
      { role: "AGENT", utterance: done },
    ],
    languageOf("en"),
  );

it("a refund after a yes to a change is proof", () => {
  expect(judged()).toBe(
    `refund_booking was called after a yes to ${JSON.stringify(READ_BACK)}, and change_booking never was`,
  );
});

it.each([
  ["the caller had spoken of it", { wish: "I can't sail. I want my money back." }],
  ["the agent had said so", { readBack: `I cancel the old one first. ${READ_BACK}` }],
  ["the agent told it afterwards", { done: "I have cancelled SK4821." }],
  ["the agent read something else back", { readBack: "I take you off the list for 20 March. All right?" }],
  ["the caller said no", { yes: "No, on Thursday." }],
  ["it may be the first half of a move", { calls: [refund, { ...refund, name: "find_crossings" }] }],
  ["another deed followed", { calls: [refund, { ...refund, name: "book_crossing" }] }],
  ["the deed takes nothing away", { calls: [{ ...refund, name: "book_crossing" }] }],
  ["the caller came for such a deed", { tool: "cancel_booking" }],
])("it proves nothing if %s", (_, parts) => {
  expect(judged(parts)).toBeUndefined();
});
