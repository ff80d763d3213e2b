import { describe, expect, it } from "vitest";
import { languageOf } from "../language.ts";
import { askedForEver, hungUp } from "./conduct.ts";

const ENGLISH = languageOf("en");
const agent = (utterance: string) => ({ role: "AGENT", utterance });
const user = (utterance: string) => ({ role: "USER", utterance });

describe("askedForEver", () => {
  const asks = agent("So, a refill for Tuesday. Is that correct?");
  const again = (answer: string) => [1, 2, 3].flatMap(() => [asks, user(answer)]);

  it("finds a question that three yeses did not end", () => {
    expect(askedForEver([...again("Yes, that's right."), asks], ENGLISH)).toBe(asks.utterance);
  });

  it("blames nobody after other answers, fewer yeses, or when the deed followed", () => {
    expect(askedForEver([...again("Yes, on Wednesday."), asks], ENGLISH)).toBeUndefined();
    expect(askedForEver([...again("Yes.").slice(0, 4), asks], ENGLISH)).toBeUndefined();
    expect(askedForEver([...again("Yes."), agent("It's requested.")], ENGLISH)).toBeUndefined();
  });
});

describe("hungUp", () => {
  const before = [user("I'd like a repair."), agent("Which day would you like?"), user("Tuesday.")];
  const end = (words: string, calls: Parameters<typeof hungUp>[1] = []) =>
    hungUp([...before, agent(words)], calls, ENGLISH);

  it("finds an agent that says goodbye in the middle", () => {
    expect(end("Great, see you on Tuesday then. Bye!")).toBe("Great, see you on Tuesday then. Bye!");
    expect(end("Found it. Thanks for calling!")).toBe("Found it. Thanks for calling!");
  });

  it("takes the caller's own number, read back, for no number to call", () => {
    const told = [...before, agent("And your number?"), user("+1 415 555 0128.")];
    const bye = (words: string) => hungUp([...told, agent(words)], [], ENGLISH);
    expect(bye("So Tuesday, and your number is +14155550128. Goodbye!")).toContain("Goodbye!");
    expect(bye("So Tuesday, and the number is 08005550128. Goodbye!")).toBeUndefined();
  });

  it.each([
    "I'm sorry, we're closed on Tuesdays. Bye!",
    "A colleague will call you. Goodbye!",
    "Just come by with the bike. Shall we say goodbye?",
    "You can book it on our website. Bye!",
    "That's not something we do. Goodbye.",
    "Hold the line, I'll connect you. Bye.",
  ])("blames nobody who ends with %j", (words) => {
    expect(end(words)).toBeUndefined();
  });

  it("blames nobody whose tools said no or did something, or whose caller had given up", () => {
    expect(end("Bye!", [{ name: "find_slots", output: { free: false } }])).toBeUndefined();
    expect(end("Bye!", [{ name: "book_slot", output: { id: "1" } }])).toBeUndefined();
    const done = [...before.slice(0, 2), user("Never mind, thanks. Bye."), agent("Bye!")];
    expect(hungUp(done, [], ENGLISH)).toBeUndefined();
  });
});
