import { describe, expect, it } from "vitest";
import { languageOf } from "../language.ts";
import { againstResults } from "./against-results.ts";

const heard = (said: string, output: unknown, { prompt = "", user = "The Salt Path, please." } = {}) =>
  againstResults(
    [{ name: "renew_loan", parameters: { title: "The Salt Path" }, output, arrival: 0.5 }],
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

describe("a day that a tool returned by a name", () => {
  const due = { ok: true, new_due_date: "2026-03-23" };
  const wrong = '"The Salt Path" is now due on Monday 30 March.';

  it("is proof against another day behind that name", () => {
    expect(heard(`Done. ${wrong}`, due)).toBe(
      `the agent said ${JSON.stringify(wrong)}, and renew_loan had returned 2026-03-23`,
    );
    const course = { courses: [{ code: "ES-A1", day: "Tuesday", start_date: "2026-03-10", price: 190 }] };
    expect(heard("Spanish A1, Tuesdays at 18:00, starts on 17 March, 190 euros.", course)).toContain(
      "had returned 2026-03-10",
    );
  });

  it.each([
    ["It is now due on Monday 23 March.", due],
    ["It is now due on Monday 23 March. The other one is due on 30 March.", due],
    ["It is now due on Monday.", due],
    ["Is it due on 30 March?", due],
    ["It was due on 30 March.", due],
    ["It isn't due on 30 March.", due],
    ["It is due between 20 March and 30 March.", due],
    ["A reservation of 30 March is due for collection.", due],
    [wrong, { ok: true, new_due_date: "2026-03-23", renewed_from: "2026-03-30" }],
    [wrong, { loans: [{ due: "2026-03-23" }, { due: "2026-04-02" }] }],
    [wrong, { ok: true, new_due_date: "2026-03-23T09:00:00Z" }],
    [wrong, { ok: true, order_date: "2026-03-23" }],
  ])("proves nothing where it may be right: %s %j", (said, output) => {
    expect(heard(said, output)).toBeUndefined();
  });

  it("may have been another's: the caller's, or the prompt's", () => {
    expect(heard(wrong, due, { user: "Until 30 March, please." })).toBeUndefined();
    expect(heard(wrong, due, { prompt: "All loans end on 30 March." })).toBeUndefined();
  });
});
