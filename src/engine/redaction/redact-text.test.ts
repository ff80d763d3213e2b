import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { processorMs } from "../../../test/support/processor-time.ts";
import { MASKS, redactText } from "./redact-text.ts";

const { email_address, bank_account, card_number, national_id, phone_number } = MASKS;

test.each([
  ["dana.reyes+clinic@example.co.uk, please", `${email_address}, please`],
  ["schreib an jürgen@müller.example.", `schreib an ${email_address}.`],
  ["my card is 4242 4242 4242 4242.", `my card is ${card_number}.`],
  ["4242424242424242", card_number],
  ["5555-5555-5555-4444", card_number],
  ["3782 822463 10005", card_number],
  ["my social is 078-05-1120", `my social is ${national_id}`],
  ["NI number AB 12 34 56 C", `NI number ${national_id}`],
  ["DNI 12345678Z", `DNI ${national_id}`],
  ["NIE X1234567L", `NIE ${national_id}`],
  ["CPF 529.982.247-25", `CPF ${national_id}`],
  ["1 85 05 78 006 084 91", national_id],
  ["Steuer-ID 86 095 742 719", `Steuer-ID ${national_id}`],
  ["kimlik 10000000146", `kimlik ${national_id}`],
  ["СНИЛС 112-233-445 95", `СНИЛС ${national_id}`],
  ["身份证 11010519491231002X", `身份证 ${national_id}`],
  ["A123456(3)", national_id],
  ["1234-5678-9018", national_id],
  ["Aadhaar 2341 2341 2346", `Aadhaar ${national_id}`],
  ["PAN ABCPE1234F", `PAN ${national_id}`],
  ["call +1 (202) 555-0143 now", `call ${phone_number} now`],
  ["+12025550143", phone_number],
  ["(202) 555-0143", phone_number],
  ["202.555.0143", phone_number],
  ["2025550143", phone_number],
  ["555-0143", phone_number],
  ["020 7946 0958", phone_number],
  ["030 12345678", phone_number],
  ["612 345 678", phone_number],
  ["٠٥٠ ١٢٣ ٤٥٦٧", phone_number],
  ["०९८७६ ५४३२१०", phone_number],
  ["0171/2345678", phone_number],
  ["030/901820", phone_number],
  ["612345678", phone_number],
  ["4 1 5 5 5 5 2 6 7 1", phone_number],
  ["415, 555, 2671", phone_number],
  ["4111, 1111, 1111, 1111", card_number],
  ["4111.1111.1111.1111", card_number],
  ["4111  1111  1111  1111", card_number],
  ["SSN 536904399", `SSN ${national_id}`],
  ["my phone is 9123 4567", `my phone is ${phone_number}`],
  ["IBAN DE89 3704 0044 0532 0130 00.", `IBAN ${bank_account}.`],
  ["four one one one one one one one one one one one one one one one", card_number],
  ["call me at four one five, five five five, two six seven one please", `call me at ${phone_number} please`],
  ["null eins sieben eins zwei drei vier fünf sechs sieben acht", phone_number],
  ["seis uno dos tres cuatro cinco seis siete ocho", phone_number],
  ["zéro six douze trente-quatre cinquante-six soixante-dix-huit", phone_number],
  ["My name is Dana Reyes, hello", "My name is [name], hello"],
  ["my name is dana and I call about a bill", "my name is [name] and I call about a bill"],
  ["Ich heiße Jürgen von Müller.", "Ich heiße [name]."],
  ["I was born on March 3rd, 1985.", "I was born on [date of birth]."],
  ["geboren am 3. März 1985", "geboren am [date of birth]"],
  ["I live at 12 Main Street, Springfield. Thanks", "I live at [address]. Thanks"],
  ["０３－１２３４－５６７８".replaceAll("－", "-"), phone_number],
  ["mi DNI es 12.345.678-Z", `mi DNI es ${national_id}`],
  ["NIE X-1.234.567-L, gracias", `NIE ${national_id}, gracias`],
  ["5105 then 1051 then 0510, and then 5100 please", `${card_number} please`],
  ["4111... 1111 um 1111 … 1111", card_number],
  ["five one zero five then one zero five one... zero five one zero, um, five one zero zero", card_number],
  ["it's 212... 555... 0187", `it's ${phone_number}`],
  ["+1 212, then 555, then 0187", phone_number],
  ["iban de89 3704 0044 0532 0130 00 danke schön", `iban ${bank_account} danke schön`],
  ["GB82WEST12345698765432 is mine", `${bank_account} is mine`],
  ["Hello, this is Tobias Okafor speaking.", "Hello, this is [name] speaking."],
  ["this is tobias okafor speaking", "this is [name] speaking"],
  ["I’m Priya Raman and I need help", "I’m [name] and I need help"],
  ["I'm Dr. Amara Okafor", "I'm Dr. [name]"],
  ["the name's Whitcombe", "the name's [name]"],
  ["Guten Tag, hier spricht Frau Vogt", "Guten Tag, hier spricht Frau [name]"],
  ["born on the twenty-second of June two thousand and one, yes", "born on [date of birth], yes"],
  ["my date of birth is March third, nineteen eighty five", "my date of birth is [date of birth]"],
  ["born on the 3rd of March nineteen 85", "born on [date of birth]"],
  ["geboren am dritten März neunzehnhundertfünfundachtzig", "geboren am [date of birth]"],
  ["Ich bin am zwölften Juni zweitausendeins geboren.", "Ich bin am [date of birth] geboren."],
  ["mein Geburtsdatum ist der erste Mai neunzehnhundert siebzig", "mein Geburtsdatum ist [date of birth]"],
])("masks personal data: %s", (text, redacted) => {
  expect(redactText(text)).toBe(redacted);
});

test.each([
  "Tuesday at 10:30",
  "on 2026-03-10",
  "on 10.03.2026",
  "on 03/10/2026",
  "order 1182",
  "order 12345678",
  "that is 1,299.00 dollars",
  "1.299.000,50 euros",
  "from 192.168.100.200",
  "1772000000",
  "3f2a9c1e-1182-4b7d-9a11-202555014300",
  "2026-03-10T10:30:00.000Z",
  "version 1.20.300",
  "2024-11-0042",
  "4500-1234-5678",
  "12.345.678 pesos",
  "4242 4242 4242 4243",
  "order 612345678",
  "Bestellnummer 536904399",
  "1 2 3 4 5 6 7 8",
  "one two three four five six seven eight",
  "my name is not on the list",
  "one two or three",
  // The first twelve, or the last twelve, digits of a card number could be a national id.
  "2341 2341 2346 1111",
  "1111 2341 2341 2346",
  "I'm German",
  "this is my wife speaking",
  "this is not working",
  "hier spricht die Praxis",
  "the name is wrong",
  "ich bin am dritten Mai nicht da",
  "I was born in spring",
  "I was born the second child",
  "between 200 and 300 and 4000",
  "12 then 13 then 14",
  "1, then 2, then 3... 4, then 5, then 6",
  "de89 reasons to call",
])("masks nothing in: %s", (text) => {
  expect(redactText(text)).toBe(text);
});

test("a card number with one wrong digit is not masked as one", () => {
  expect(redactText("4242 4242 4242 4243")).not.toContain(card_number);
});

describe("in any text", () => {
  const secret = fc.constantFrom(
    "4242 4242 4242 4242",
    "+12025550143",
    "(202) 555-0143",
    "dana@example.com",
    "078-05-1120",
  );
  const words = fc.array(fc.constantFrom("hello", "I", "need", "10:30", "1182", "Dana", "é", "予約"), {
    maxLength: 8,
  });

  test("personal data is removed, and the words around it stay", () => {
    fc.assert(
      fc.property(words, secret, words, (before, found, after) => {
        const text = [...before, found, ...after].join(" , ");
        const redacted = redactText(text);
        expect(redacted).not.toContain(found);
        expect(redacted.split(" , ")).toHaveLength(before.length + 1 + after.length);
        for (const word of [...before, ...after]) expect(redacted).toContain(word);
      }),
    );
  });

  test("redacting twice is redacting once", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), words, secret, (noise, before, found) => {
        const once = redactText(`${noise} ${before.join(" ")} ${found}`);
        expect(redactText(once)).toBe(once);
      }),
    );
  });
});

test.each([
  ["groups with pauses", "1... "],
  ["groups with words", "1 then "],
  ["fillers", "5 um um "],
  ["parts of dates", "born on the of "],
  ["names", "I'm A de "],
  ["letters", "I'm AAAA’A"],
  ["account numbers", "DE89 "],
  ["German years", "geboren am neunzehnhundertdreiundx"],
  ["dots", "1...."],
])("100,000 characters of %s take a time that grows with the text", (_, part) => {
  const redacted = (characters: number) => {
    const text = part.repeat(characters / part.length);
    return processorMs(() => redactText(text));
  };
  redacted(1000);
  // Quadratic work would take a hundred times as long.
  expect(redacted(100_000)).toBeLessThan(40 * Math.max(5, redacted(10_000)));
});

test("a long run of digits is read without backtracking", () => {
  const [ones, dots] = ["1".repeat(200_000), `${"a.".repeat(100_000)}@`];
  // Even quadratic backtracking would take minutes, and the test has half of one.
  const redacted = redactText(`${ones} ${"4 2-".repeat(50_000)} ${dots}`);
  expect([redacted.startsWith(`${ones} `), redacted.endsWith(` ${dots}`)]).toEqual([true, true]);
});
