import { describe, expect, test } from "vitest";
import { hear } from "../hearing/hear.ts";
import { LANGUAGES } from "../language.ts";
import { isLike } from "./situation.ts";

const like = (phrase: string, message: string, code: "en" | "de" = "en") =>
  isLike(phrase, hear(message, LANGUAGES[code]), LANGUAGES[code]);

describe("a situation", () => {
  test.each([
    ["asks for your name", "May I have your full name?", "yes"],
    ["asks for your name", "What is your email address?", "no"],
    ["asks for your name", "Thank you, that is booked.", "no"],
    ["The agent requests the order number", "Could you give me your order number, please?", "yes"],
    ["offers a time", "How about Tuesday at 9:15?", "yes"],
    ["offers a time", "Would you like a receipt?", "no"],
    ["offers a refund", "Would you like a refund instead?", "yes"],
    // Other words may or may not mean the same.
    ["offers a refund", "Would you like your money back?", "undecided"],
    ["refuses the request", "I'm afraid that is not possible.", "undecided"],
    ["refuses", "I'm afraid that is not possible.", "yes"],
    ["confirms the booking", "Your booking is confirmed.", "yes"],
    ["confirms", "Is your booking confirmed?", "no"],
    ["transfers you", "I'm transferring you to a colleague.", "yes"],
    ["says goodbye", "Goodbye, have a nice day!", "yes"],
    ["says goodbye", "One moment, please.", "no"],
    ["asks about What shall we write on the card?", "What shall we write on the card? Or nothing?", "yes"],
    ["asks about your own name", "And may I have your own name, please?", "yes"],
    ["asks about your own name", "Your own name is on the list. Anything else?", "no"],
    ["sounds annoyed", "What do you want now?", "undecided"],
  ] as const)("%j is %j: %s", (phrase, message, expected) => {
    expect(like(phrase, message)).toBe(expected);
  });

  test("takes exceptions as part of itself", () => {
    const phrase = "offers a time. NOT when asking for your name";
    expect(like(phrase, "How about Tuesday at 9:15?")).toBe("yes");
    expect(like(phrase, "How about Tuesday at 9:15? And what is your name?")).toBe("no");
    expect(like("asks for your name unless it seems rude", "What is your name?")).toBe("undecided");
  });

  test("is compared with what an agent does in other languages, too", () => {
    expect(like("asks for your name", "Wie ist Ihr Name?", "de")).toBe("yes");
    expect(like("asks for your name", "Ihr Termin ist gebucht.", "de")).toBe("no");
  });
});
