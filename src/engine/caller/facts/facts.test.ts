import { describe, expect, it } from "vitest";
import type { LanguageCode } from "../../../contract/values.ts";
import { prepareCaller } from "../caller.ts";
import type { DigitalHuman } from "../digital-human.ts";
import { languageOf } from "../language.ts";
import { factsOf } from "./facts.ts";

const facts = (text: string, language: LanguageCode = "en") =>
  factsOf(text, languageOf(language)).map(({ slot, label, value }) => `${slot ?? label} = ${value}`);

const recordFacts = (record: DigitalHuman) =>
  prepareCaller(record).facts.map(({ slot, label, value }) => `${slot ?? label} = ${value}`);

describe("factsOf", () => {
  it.each([
    ["My order number is 123.", ["order_number = 123"]],
    ["I want to return order #A-4471.", ["order_number = #A-4471"]],
    ["You can quote 88-12 as your booking number.", ["booking_number = 88-12"]],
    ["My name is Anna-Lena van der Berg and I am 34.", ["name = Anna-Lena van der Berg"]],
    ["You are Anna Schmidt, a regular customer.", ["name = Anna Schmidt"]],
    ["You are German.", []],
    ["I was born on 3 May 1990.", ["date_of_birth = 3 May 1990"]],
    [
      "Move it from May 3rd to next Tuesday at 10:30 am.",
      ["date = May 3rd", "date = next Tuesday", "time = 10:30 am"],
    ],
    ["Book for Friday at 15:00.", ["date = Friday", "time = 15:00"]],
    ["I need a table for four at 7 pm.", ["quantity = four", "time = 7 pm"]],
    ["I have one question about my bill of $45.90.", ["amount = $45.90"]],
    [
      "Call me at +1 (555) 010-2030 or write to ana.b@example.co.uk.",
      ["phone = +1 (555) 010-2030", "email = ana.b@example.co.uk"],
    ],
    ["I live at 12 Hill Road, Leeds.", ["address = 12 Hill Road, Leeds"]],
    ["Order number: A-1", ["order_number = A-1"]],
    ["Favourite colour: red", ["favourite colour = red"]],
    ["Nothing to see here.", []],
  ])("%s", (text, expected) => {
    expect(facts(text).sort()).toEqual([...expected].sort());
  });

  it.each([
    [
      "es",
      "Me llamo Ana Ruiz y mi número de pedido es A-4471.",
      ["name = Ana Ruiz", "order_number = A-4471"],
    ],
    ["pt", "Meu nome é Ana Souza, moro na Rua Azul 12.", ["address = Rua Azul 12", "name = Ana Souza"]],
    [
      "fr",
      "Je m'appelle Anne Petit, née le 3 mai 1990.",
      ["date_of_birth = 3 mai 1990", "name = Anne Petit"],
    ],
    [
      "de",
      "Ich heiße Anna Braun, Kundennummer 55-123, Termin am 3. Mai um 10 Uhr.",
      ["account_number = 55-123", "date = 3. Mai", "name = Anna Braun", "time = 10 Uhr"],
    ],
    ["ru", "Меня зовут Анна Петрова, номер заказа 4471.", ["name = Анна Петрова", "order_number = 4471"]],
    ["tr", "Adım Ayşe Demir, sipariş numaram A-4471.", ["name = Ayşe Demir", "order_number = A-4471"]],
    [
      "vi",
      "Tôi tên là Nguyễn Thu Hà, hẹn ngày 5 tháng 5.",
      ["date = ngày 5 tháng 5", "name = Nguyễn Thu Hà"],
    ],
    [
      "ja",
      "名前は田中花子です。予約番号は8812、5月3日です。",
      ["booking_number = 8812", "date = 5月3日", "name = 田中花子"],
    ],
    ["zh", "我叫王小美，订单号是A-4471。", ["name = 王小美", "order_number = A-4471"]],
    ["yue", "我叫陳美玲，訂單號碼係A-4471。", ["name = 陳美玲", "order_number = A-4471"]],
    ["hi", "मेरा नाम अनीता शर्मा है। ऑर्डर नंबर A-4471 है।", ["name = अनीता शर्मा", "order_number = A-4471"]],
    ["ml", "എന്റെ പേര് അനിത നായർ ആണ്. ഓർഡർ നമ്പർ A-4471.", ["name = അനിത നായർ", "order_number = A-4471"]],
    ["ar", "اسمي سارة أحمد. رقم الطلب 4471.", ["name = سارة أحمد", "order_number = 4471"]],
  ] as const)("reads %s: %s", (language, text, expected) => {
    expect(facts(text, language).sort()).toEqual([...expected]);
  });
});

describe("the facts of a record", () => {
  it("come from intent, role description, traits, recording and telephone number", () => {
    expect(
      recordFacts({
        intent: "I want to return order A-1.",
        role_description: "You are Anna Schmidt.",
        traits: [
          { trait_name: "date_of_birth", trait_data_type: "DATE", value: "1990-05-03" },
          { trait_name: "party size", trait_data_type: "NUMBER", value: 4 },
        ],
        formatted_transcript: [
          { role: "AGENT", utterance: "What is your address?" },
          { role: "USER", utterance: "12 Hill Road." },
          { role: "AGENT", utterance: "And the email?" },
          { role: "USER", utterance: "It's anna@example.com." },
        ],
        phone_number: "+15550102030",
      }),
    ).toEqual([
      "order_number = A-1",
      "name = Anna Schmidt",
      "date_of_birth = the 3rd of May 1990",
      "quantity = 4",
      "address = 12 Hill Road",
      "email = anna@example.com",
      "phone = +15550102030",
    ]);
  });

  it("have the names of tools' parameters as words", () => {
    const named = { guestName: "Ana Diaz", room_number: "205", PIN: "1182" };
    const traits = Object.entries(named).map(([trait_name, value]) => ({
      trait_name,
      trait_data_type: "STRING" as const,
      value,
    }));
    const { facts: read } = prepareCaller({ intent: "Wants a wake-up call.", traits });
    expect(read.map(({ label }) => label)).toEqual(["guest name", "room number", "pin"]);
    expect(read[0]?.slot).toBe("name");
  });

  it("are listed once, with the name from the record if there is one", () => {
    expect(
      recordFacts({ intent: "It is about A-1.", role_description: "Your order number is A-1." }),
    ).toEqual(["order_number = A-1"]);
  });
});
