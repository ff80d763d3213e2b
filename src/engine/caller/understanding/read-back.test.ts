import { describe, expect, it } from "vitest";
import { languageOf } from "../language.ts";
import { isAgainstReadBack } from "./read-back.ts";

const ENGLISH = languageOf("en");
const agent = (utterance: string) => ({ role: "AGENT", utterance });
const user = (utterance: string) => ({ role: "USER", utterance });
const against = (
  transcript: { role: string; utterance: string }[],
  wanted: string,
  said: string,
  before: number | null = transcript.length - 0.5,
  name = "",
) => isAgainstReadBack(transcript, { wanted, said }, { name }, ENGLISH, before);

describe("a call against what was read back", () => {
  const salon = [
    agent("Do you have a preferred stylist, Mira, Jonas or Aylin?"),
    user("Mira, please."),
    agent("So that's a haircut with Mira on Friday 4 December at 10:30. Shall I book that?"),
    user("Yes, go ahead."),
  ];

  it("has the other one of two that the agent offered", () => {
    expect(against(salon, "mira", "aylin")).toBe(true);
    expect(against(salon, "mira", "mira")).toBe(false);
  });

  it("has another day or hour", () => {
    expect(against(salon, "2026-12-04", "2026-12-05")).toBe(true);
    expect(against(salon, "4 December", "2026-12-05")).toBe(true);
    expect(against(salon, "2026-12-04", "2026-12-04")).toBe(false);
    expect(against(salon, "10:30", "11:30")).toBe(true);
    expect(against(salon, "10:30", "10:30:00")).toBe(false);
  });

  it("is not proven by a name that may be another one for the same", () => {
    expect(against(salon, "mira", "staff-07")).toBe(false);
    expect(against(salon, "mira", "Miranda Holt")).toBe(false);
  });

  it("is not proven if the caller has said the other value, or more than a yes", () => {
    const wavering = [salon[0], user("Aylin or Mira, please."), ...salon.slice(2)].flatMap(
      (one) => one ?? [],
    );
    expect(against(wavering, "mira", "aylin")).toBe(false);
    const correcting = [...salon.slice(0, 3), user("Yes, but on the 5th please.")];
    expect(against(correcting, "2026-12-04", "2026-12-05")).toBe(false);
    const longer = [
      ...salon.slice(0, 3),
      user("Yes, and could she please have a look at the colour as well then?"),
    ];
    expect(against(longer, "mira", "aylin")).toBe(false);
  });

  it("is not proven if both were read back, nothing was, or nobody knows when the call was made", () => {
    const both = [
      agent("Mira or Aylin?"),
      user("Mira."),
      agent("Mira is busy, so Aylin. Right?"),
      user("Yes."),
    ];
    expect(against(both, "mira", "aylin")).toBe(false);
    expect(against([...salon.slice(0, 2), agent("Shall I book?"), user("Yes.")], "mira", "aylin")).toBe(
      false,
    );
    expect(against(salon, "mira", "aylin", null)).toBe(false);
  });

  it("has another number than what was counted, and not one that counts something else", () => {
    const stay = [
      agent("A cabin from 29 December, two adults, 1 kid, no dogs, for 3 nights. Shall I book it?"),
      user("Yes, go ahead."),
    ];
    expect(against(stay, "2", "4", undefined, "adults")).toBe(true);
    expect(against(stay, "3", "5", undefined, "number_of_nights")).toBe(true);
    expect(against(stay, "1", "0", undefined, "dogs")).toBe(false);
  });
});
