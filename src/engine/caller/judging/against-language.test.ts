import { expect, test } from "vitest";
import { otherLanguage } from "./against-language.ts";

const PROMPT = "You are the voice of a little flower shop. Be warm, and never rush anybody.";
const FRENCH = [
  "À qui sont destinées les fleurs, et où est-ce que je les envoie ?",
  "Quelle est l’adresse, avec le code postal ?",
];
const talk = (agent: readonly string[], user = "I'd like to order flowers.", prompt = PROMPT) =>
  otherLanguage({
    prompt,
    knowledge_base: "",
    transcript: agent.flatMap((utterance) => [
      { role: "USER", utterance: user },
      { role: "AGENT", utterance },
    ]),
  });
const ENGLISH = "Hello, how nice that you call. Which flowers would you like?";

test("an agent that changes to French, which nobody has spoken, is at fault", () => {
  expect(talk([ENGLISH, ...FRENCH])).toContain(`then said ${JSON.stringify(FRENCH[0])}`);
});

test("it isn't where the caller or the prompt gives reason to, or where it has always spoken so", () => {
  expect(
    talk([ENGLISH, ...FRENCH], "Je voudrais commander des fleurs, et vous les envoyez à la maison."),
  ).toBeUndefined();
  expect(
    talk([ENGLISH, ...FRENCH], undefined, `${PROMPT} Answer in the language of the caller.`),
  ).toBeUndefined();
  expect(talk(FRENCH)).toBeUndefined();
  expect(
    talk([ENGLISH, FRENCH[0] ?? "", "Sorry. Who are the flowers for?", FRENCH[1] ?? ""]),
  ).toBeUndefined();
});

const GERMAN = "An welcher Adresse dürfen wir abholen, bitte?";

test("a question in German at the end of an English message is a fault", () => {
  expect(talk([ENGLISH, `With pleasure, that is 36 euros for the two of you. ${GERMAN}`])).toContain(
    `asked ${JSON.stringify(GERMAN)} behind its own English`,
  );
});

test("it isn't if it may be a title, or stands alone, or the prompt speaks of languages", () => {
  const mixed = `With pleasure, that is 36 euros for the two of you. ${GERMAN}`;
  expect(talk([ENGLISH, GERMAN])).toBeUndefined();
  expect(talk([ENGLISH, `With pleasure, that is the title of it: “${GERMAN}”`])).toBeUndefined();
  expect(talk([ENGLISH, mixed], undefined, `${PROMPT} Some of our customers speak German.`)).toBeUndefined();
  expect(talk([ENGLISH, mixed], "Ich möchte das bitte von zu Hause aus bestellen.")).toBeUndefined();
});
