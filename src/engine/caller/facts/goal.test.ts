import { describe, expect, it, test } from "vitest";
import type { LanguageCode } from "../../../contract/values.ts";
import { languageOf } from "../language.ts";
import { readGoals } from "./goal.ts";

const goals = (intent: string, language: LanguageCode = "en") => readGoals(intent, languageOf(language));

describe("readGoals", () => {
  it("takes the first sentence and further wants as goals, and the rest as details", () => {
    expect(goals("Hello. I want to return a kettle. It leaks. I'd also like to change my address.")).toEqual({
      goals: ["I want to return a kettle.", "I'd also like to change my address."],
      details: ["It leaks."],
    });
  });

  it("leaves out how the caller shall behave and who it is", () => {
    expect(
      goals(
        "Cancel order A-1. If the agent asks, be rude. Never give the address. My name is Ana. The agent must apologize.",
      ),
    ).toEqual({ goals: ["I'd like to cancel order A-1."], details: [] });
  });

  it("has none for an empty intent", () => {
    expect(goals(" ")).toEqual({ goals: [], details: [] });
  });

  it.each([
    ["en", "I need a new router.", "I need a new router."],
    ["en", "Are you open on Sunday?", "Are you open on Sunday?"],
    ["en", "The user wants to cancel their order.", "I'd like to cancel my order."],
    [
      "en",
      "A customer needs to change his flight because he is ill.",
      "I need to change my flight because I am ill.",
    ],
    ["en", "You are calling about your bill.", "I'm calling about my bill."],
    ["en", "Customer has a leaking pipe.", "I have a leaking pipe."],
    ["en", "To book a table for two.", "I'd like to book a table for two."],
    ["en", "Reset the password.", "I'd like to reset the password."],
    ["en", "Asks for the opening hours", "I'd like to ask for the opening hours."],
    ["en", "The caller cancels their appointment.", "I'd like to cancel my appointment."],
    ["en", "A member wants to know which plan they have", "I'd like to know which plan I have."],
    ["en", "Someone asks for a quote and then books it", "I'd like to ask for a quote and then book it."],
    ["en", "A bride-to-be wants two cakes", "I'd like two cakes."],
    ["en", "Re-order three boxes", "I'd like to re-order three boxes."],
    [
      "en",
      "The caller walks aboard alone in Holmay and wants the early boat.",
      "I walk aboard alone in Holmay and want the early boat.",
    ],
    [
      "en",
      "The caller will not be at home on Tuesday and wants to collect the order.",
      "I will not be at home on Tuesday and want to collect the order.",
    ],
    ["en", "The caller takes a camper to Ness.", "I'd like to take a camper to Ness."],
    [
      "en",
      "The owner of the dog Bello wants to book a stay and hear the price.",
      "I'm the owner of the dog Bello, and I'd like to book a stay and hear the price.",
    ],
    [
      "en",
      "A resident of 4 Canal Walk has used up the free collections and wants another.",
      "I'm a resident of 4 Canal Walk, and I have used up the free collections and I want another.",
    ],
    [
      "en",
      "Student 20417 needs a certificate by e-mail.",
      "I'm student 20417, and I need a certificate by e-mail.",
    ],
    ["en", "She carries two cases.", "I carry two cases."],
    ["en", "A tenant does not have any heating.", "I don't have any heating."],
    ["en", "The customer reviews are gone.", "It's about this: The customer reviews are gone."],
    ["en", "The customer service was rude.", "It's about this: The customer service was rude."],
    ["en", "Returns policy", "It's about this: Returns policy"],
    ["en", "Refund for a broken kettle.", "It's about this: Refund for a broken kettle."],
    ["es", "Cambiar la cita.", "Quiero cambiar la cita."],
    ["es", "El usuario necesita una factura.", "Necesito una factura."],
    ["pt", "O cliente quer remarcar a sua consulta.", "Quero remarcar a minha consulta."],
    ["fr", "Le client souhaite modifier sa réservation.", "Je voudrais modifier ma réservation."],
    ["fr", "Obtenir un remboursement.", "Je voudrais obtenir un remboursement."],
    ["de", "Termin verschieben.", "Ich möchte Termin verschieben."],
    ["de", "Die Kundin möchte ihre Rechnung prüfen lassen.", "Ich möchte meine Rechnung prüfen lassen."],
    ["ru", "Клиент хочет вернуть товар.", "Я хочу вернуть товар."],
    ["tr", "Randevuyu ertelemek.", "Randevuyu ertelemek istiyorum."],
    ["tr", "Müşteri randevusunu ertelemek istiyor.", "randevumu ertelemek istiyorum."],
    ["vi", "Khách hàng muốn đổi lịch hẹn.", "Tôi muốn đổi lịch hẹn."],
    ["ja", "予約を変更する。", "予約を変更したいのですが。"],
    ["ja", "予約のキャンセル", "予約のキャンセルをお願いしたいのですが。"],
    ["ja", "ユーザーは返品を希望している。", "返品をお願いしたいのですが。"],
    ["zh", "用户想退货。", "我想退货。"],
    ["yue", "客人想改期。", "我想改期。"],
    ["hi", "ग्राहक ऑर्डर रद्द करना चाहता है।", "मुझे ऑर्डर रद्द करना है।"],
    ["ml", "ഓർഡർ റദ്ദാക്കുക.", "എനിക്ക് ഓർഡർ റദ്ദാക്കണം."],
    ["ar", "العميل يريد إلغاء الطلب.", "أريد إلغاء الطلب."],
    ["ar", "تغيير الموعد.", "أريد تغيير الموعد."],
  ] as const)("says in %s %j as %j", (language, intent, expected) => {
    expect(goals(intent, language).goals).toEqual([expected]);
  });
});

test.each([
  ["Wants to order a pizza and has a nut allergy.", "I'd like to order a pizza and I have a nut allergy."],
  ["Wants a refund and is tired of explaining it.", "I'd like a refund and I am tired of explaining it."],
  [
    "The customer wants a phone that is light and has two cards.",
    "I'd like a phone that is light and has two cards.",
  ],
  ["Needs to move and doesn't know when.", "I need to move and I don't know when."],
  ["Can't make it to yoga and gives up his place.", "I can't make it to yoga and I give up my place."],
  ["Is stuck at work, wants that noted.", "I am stuck at work, and I want that noted."],
  [
    "Sends a bouquet to her mother for her birthday on Friday.",
    "I'd like to send a bouquet to my mother for the birthday on Friday.",
  ],
])("%s is said as a whole sentence", (intent, said) => {
  expect(readGoals(intent, languageOf("en")).goals).toEqual([said]);
});

test("a wish that cannot be turned is said as its opening, unless that is only a greeting", () => {
  const intent = "Burst pipe, third floor.";
  expect(readGoals(intent, languageOf("en"), "My pipe has burst!").goals).toEqual(["My pipe has burst!"]);
  for (const greeting of ["Hello.", "Hello. I hope you can help me with this."])
    expect(readGoals(intent, languageOf("en"), greeting).goals).toEqual([`It's about this: ${intent}`]);
});
