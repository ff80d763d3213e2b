import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { LanguageCode } from "../../contract/values.ts";
import { turnRng } from "../random.ts";
import type { DigitalHuman } from "./digital-human.ts";
import type { Language } from "./language.ts";
import { LANGUAGES } from "./language.ts";
import { play } from "./testing/play.ts";

/** Two records for each language: a customer in the third person, and a task. */
const RECORDS: Readonly<Record<LanguageCode, readonly [string, string, string]>> = {
  ar: [
    "العميل يريد إلغاء الطلب A-4471. وصل تالفا.",
    "إلغاء الحجز HX77. معرفة ساعات العمل.",
    "اسمك سارة أحمد.",
  ],
  de: [
    "Der Kunde möchte seine Bestellung A-4471 stornieren. Sie kam beschädigt an.",
    "Termin HX77 verschieben. Außerdem wissen, wann am Sonntag geöffnet ist.",
    "Du heißt Anna Braun.",
  ],
  en: [
    "The customer wants to cancel their order A-4471. It arrived damaged.",
    "Cancel booking HX77. Find out when you open on Sunday.",
    "You are Anna Schmidt. You were born on 12 March 1990.",
  ],
  es: [
    "El cliente quiere cancelar su pedido A-4471. Llegó dañado.",
    "Cambiar la reserva HX77. Saber a qué hora abren el domingo.",
    "Te llamas Ana Ruiz. Tu correo es ana@example.com.",
  ],
  fr: [
    "Le client veut annuler sa commande A-4471. Elle est arrivée abîmée.",
    "Changer la réservation HX77. Savoir quand vous ouvrez le dimanche.",
    "Vous vous appelez Anne Petit.",
  ],
  hi: ["ग्राहक ऑर्डर A-4471 रद्द करना चाहता है। सामान टूटा हुआ आया।", "बुकिंग HX77 बदलना।", "आपका नाम अनीता शर्मा है।"],
  ja: [
    "お客様は注文A-4471をキャンセルしたいです。破損して届きました。",
    "予約HX77の変更。営業時間を知りたい。",
    "あなたの名前は田中花子です。",
  ],
  ml: [
    "ഉപഭോക്താവിന് ഓർഡർ A-4471 റദ്ദാക്കണം. സാധനം പൊട്ടിയ നിലയിലാണ് എത്തിയത്.",
    "ബുക്കിംഗ് HX77 മാറ്റുക.",
    "നിങ്ങളുടെ പേര് അനിത നായർ ആണ്.",
  ],
  pt: [
    "O cliente quer cancelar o seu pedido A-4471. Chegou danificado.",
    "Alterar a reserva HX77. Saber a que horas abrem no domingo.",
    "Seu nome é Ana Souza.",
  ],
  ru: [
    "Клиент хочет отменить свой заказ A-4471. Он пришёл повреждённым.",
    "Изменить бронь HX77. Узнать, когда вы открыты в воскресенье.",
    "Тебя зовут Анна Петрова.",
  ],
  tr: [
    "Müşteri A-4471 numaralı siparişini iptal etmek istiyor. Ürün hasarlı geldi.",
    "HX77 numaralı rezervasyonu değiştirmek istiyor.",
    "Adın Ayşe Demir.",
  ],
  vi: [
    "Khách hàng muốn hủy đơn hàng A-4471. Hàng đến bị hỏng.",
    "Đổi đặt chỗ HX77. Hỏi mấy giờ mở cửa chủ nhật.",
    "Bạn tên là Nguyễn Thu Hà.",
  ],
  yue: ["客人想取消訂單A-4471。收到嗰陣已經爛咗。", "更改預訂HX77。想知你哋幾點開門。", "你叫陳美玲。"],
  zh: ["客户想取消订单A-4471。东西到的时候已经坏了。", "更改预订HX77。想知道几点开门。", "你叫王小美。"],
};

/** The hashes of each language's conversations. If you change a text, change its pin. */
const PINS: Readonly<Record<LanguageCode, string>> = {
  ar: "cbd794fab09af225",
  de: "e6ed6d2f9b054782",
  en: "42250852d09b242a",
  es: "754c313752068d58",
  fr: "2bed9f84aaf0463b",
  hi: "47df2608b693bde9",
  ja: "03b7be6e11280186",
  ml: "e9567389f136bd09",
  pt: "e459992e47a206c7",
  ru: "e2dfb2af0e637f7b",
  tr: "fa461f3437985835",
  vi: "125d69025f3f4f82",
  yue: "dfc3efcdf24b978d",
  zh: "5719198d0d3189eb",
};

const SEEDS = Array.from({ length: 40 }, (_, seed) => `seed ${seed}`);
const TRAITS = ["impatient", "angry", "confused", "hard of hearing", "talkative", "polite"];

/** Every cue of a language as an agent's message, sometimes with a value. */
function agentLines({ cues, slots }: Language): string[] {
  const spoken = [
    ...Object.values(cues).flat(),
    ...Object.values(slots).flatMap(({ ask, near = [] }) => [...ask, ...near]),
  ].map((cue) => cue.replaceAll("*", "").replaceAll("~", " "));
  return spoken.map((cue, place) => `${cue}${["?", ".", " A-4471?", " HX77.", " 5.", ""][place % 6]}`);
}

/** A long and varied conversation drawn from the seed. */
function conversation(language: Language, seed: string) {
  const draw = turnRng(seed, language.code, 0);
  const one = <T>(of: readonly T[]): T => of[Math.floor(draw() * of.length)] as T;
  const [wish, errand, role_description] = RECORDS[language.code];
  const digital_human: DigitalHuman = {
    language: language.code,
    intent: one([wish, errand, `${wish} ${errand}`]),
    role_description,
    creativity: one([0, 1, 2]),
    verbosity: one(["low", "medium", "high"]),
    fluency: one(["beginner", "intermediate", "native"]),
    traits: TRAITS.filter(() => draw() < 0.3).map((trait_name) => ({ trait_name, value: true })),
  };
  const lines = agentLines(language);
  const agent = Array.from({ length: 16 }, () => (draw() < 0.3 ? `${one(lines)} ${one(lines)}` : one(lines)));
  const { actions, state } = play(digital_human, agent, { seed });
  return { actions, state };
}

describe.each(Object.values(LANGUAGES))("conversations in $code", (language) => {
  it("are the same bytes for the same seeds as ever", () => {
    const hash = createHash("sha256");
    for (const seed of SEEDS) hash.update(JSON.stringify(conversation(language, seed)));
    expect(hash.digest("hex").slice(0, 16)).toBe(PINS[language.code]);
  });

  it("cover most phrases of the language", () => {
    const said = SEEDS.flatMap((seed) => conversation(language, seed).actions.map(({ say }) => say ?? ""));
    const opening = (way: string) => way.split("{")[0]?.trim() ?? "";
    const phrases = Object.entries(language.phrases).filter(([, ways]) =>
      ways.some((way) => opening(way) !== "" && said.some((text) => text.includes(opening(way)))),
    );
    expect(phrases.length).toBeGreaterThanOrEqual(20);
  });
});
