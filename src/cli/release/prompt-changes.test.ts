import fc from "fast-check";
import { expect, test } from "vitest";
import { changesBetween } from "./prompt-changes.ts";

const BEFORE = `You answer for a shop. Look the order up
before you refund it.

- Be brief.
- Never promise a date.
`;
const AFTER = `You answer for a shop. Refund orders at once. Be kind.

- Be brief.
- Say goodbye.
- Never promise
  a date.
`;

test("each changed sentence is a change of its own, wherever its lines end", async () => {
  const { changes, with: having } = await changesBetween(BEFORE, AFTER);
  expect(changes).toMatchObject([
    { removed: "Look the order up before you refund it.", added: "Refund orders at once.", line: 1 },
    { removed: "", added: "Be kind.", line: 1 },
    { removed: "", added: "- Say goodbye." },
  ]);
  const last = having(changes.slice(2));
  expect(last).toContain("Look the order up\nbefore you refund it.");
  expect(last).toContain("- Be brief.\n- Say goodbye.\n- Never promise");
  expect(having(changes.slice(0, 1))).toMatch(/Refund orders at once\.\s+- Be brief\.\n- Never promise/);
});

test("sentences that were added or removed together are changes of their own", async () => {
  const { changes } = await changesBetween("Hi.", "Hi. Be warm. Refund at once.\n\nSmile.");
  expect(changes).toMatchObject([
    { removed: "", added: "Be warm.", line: 1 },
    { removed: "", added: "Refund at once.", line: 1 },
    { removed: "", added: "Smile.", line: 3 },
  ]);
  expect((await changesBetween("Ask. Beg. Call. Do.", "Ask. Eat.")).changes).toHaveLength(3);
});

test("a prompt without its changes is the older text, with all of them the newer text", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("Be brief. ", "Say hi.\n", "\n", "- No\n", "Dr. X is in. ", "a b"), {
        maxLength: 12,
      }),
      fc.array(fc.constantFrom("Be brief. ", "Say ho.\n", "\n\n", "- Yes\n", " Ask. ", "a b"), {
        maxLength: 12,
      }),
      async (before, after) => {
        const [a, b] = [before.join(""), after.join("")];
        const { changes, with: having } = await changesBetween(a, b);
        if (changes.length > 0) expect(having(changes)).toBe(b);
        expect(having([])).toBe(a);
        const words = (text: string) => text.replaceAll(/\s+/g, "");
        // All but one, and that one, have together what both texts have.
        for (const change of changes)
          if (changes.length > 1)
            expect(
              words(having([change])).length +
                words(having(changes.filter((other) => other !== change))).length,
            ).toBe(words(a).length + words(b).length);
      },
    ),
  ));
