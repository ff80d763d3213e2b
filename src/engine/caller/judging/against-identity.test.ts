import { describe, expect, it } from "vitest";
import { languageOf } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import { againstIdentity } from "./against-identity.ts";

const against = (
  prompt: string,
  call: Pick<MadeCall, "name" | "parameters"> & Partial<MadeCall>,
  said: readonly string[],
  earlier: readonly MadeCall[] = [],
) => {
  const transcript = said.map((utterance, at) => ({ role: at % 2 === 0 ? "USER" : "AGENT", utterance }));
  const arrival = said.length - 0.5;
  const calls = [...earlier, { output: { found: true }, arrival, ...call }];
  return againstIdentity(calls, { prompt, knowledge_base: "", transcript }, languageOf("en"));
};

const SURNAME =
  "**Verify first.** Say nothing about an order before order number (KF- and five digits) *and* surname match.";
const POSTCODE =
  "IDENTIFICATION. Tracking number (KP and eight digits) AND postcode of the delivery address, for every parcel.";
const order = (surname: string) => ({
  name: "find_delivery",
  parameters: { order_number: "KF-70412", surname },
});
const parcel = { name: "track_parcel", parameters: { tracking_number: "KP30481722", postcode: "50667" } };
const TOLD = ["Hello.", "What's the order number?", "KF-70412."];

describe("a look-up without what the prompt identifies people by", () => {
  it("is held against an agent that left it out, or that has it from nobody", () => {
    expect(against(SURNAME, order(""), TOLD)).toBe(
      "find_delivery was called with no surname, and the prompt says " +
        '"Say nothing about an order before order number (KF- and five digits) and surname match."',
    );
    expect(against(POSTCODE, parcel, ["Hello.", "Tracking number?", "KP30481722."])).toContain(
      "track_parcel was called with a postcode that nobody had said",
    );
  });

  it("proves nothing if it was said, asked for, known, or not ordered for everybody", () => {
    expect(against(SURNAME, order("Petersen"), ["It's Petersen.", ...TOLD.slice(1)])).toBeUndefined();
    expect(against(SURNAME, order(""), ["Hello.", "Your surname?", "I'd rather not say."])).toBeUndefined();
    expect(against(POSTCODE, parcel, ["KP30481722, to 50667 Cologne."])).toBeUndefined();
    const found = { name: "find_caller", output: { postcode: "50667" }, arrival: 0.5 };
    expect(against(POSTCODE, parcel, ["Hello.", "Tracking number?", "KP30481722."], [found])).toBeUndefined();
    const failed = { ...parcel, output: { error: "a postcode is needed" } };
    expect(against(POSTCODE, failed, ["KP30481722."])).toBeUndefined();
    for (const prompt of [
      "Verify first: order number and surname, unless it is a card.",
      "Verify first: order number or surname.",
      "We need the order number and the surname for the label.",
      "Be kind.",
    ])
      expect(against(prompt, order(""), TOLD)).toBeUndefined();
  });
});

describe("a deed without the name that the prompt demands", () => {
  const prompt =
    "(b) *Copies.* Only for clients, and only after client number and name agree with the register. Then `send_document`.\n(c) *Messages.* `take_message`.";
  const copy = { name: "send_document", parameters: { client_number: "M-3220" } };
  const said = (...words: readonly string[]) => ["I need a copy of my tax assessment.", ...words];

  it("is held against an agent that asked for none and heard none", () => {
    expect(
      against(prompt, copy, said("Your client number?", "Um… That would be M-3220. I'm a bit lost here.")),
    ).toBe(
      "send_document was called although nobody had said or asked for a name, and the prompt says " +
        '"Only for clients, and only after client number and name agree with the register."',
    );
  });

  it("proves nothing where somebody may have said one, or where another deed is meant", () => {
    for (const answer of ["Oskar Vilks, M-3220.", "M-3220, it's for Vilks.", "M-3220, my name is on it."])
      expect(against(prompt, copy, said("Your client number?", answer))).toBeUndefined();
    expect(against(prompt, copy, said("Your number and name?", "M-3220."))).toBeUndefined();
    const note = { name: "take_message", parameters: { message: "Call me." } };
    expect(against(prompt, note, said("Your client number?", "M-3220."))).toBeUndefined();
  });
});
