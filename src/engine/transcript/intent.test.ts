import { describe, expect, it } from "vitest";
import { intentFromTranscript } from "./intent.ts";
import { formatTranscript } from "./parse.ts";

const intent = async (text: string) => intentFromTranscript(await formatTranscript(text));

describe("intentFromTranscript", () => {
  it("skips greetings and introductions and keeps what belongs to the want", async () => {
    expect(
      await intent(
        "Agent: Thanks for calling Acme, how can I help?\nUser: Hello. My name is John Smith. My flight was cancelled. I need to rebook for 5 May.",
      ),
    ).toBe("My flight was cancelled. I need to rebook for 5 May.");
  });

  it("removes a greeting from the beginning of a sentence", async () => {
    expect(await intent("Agent: Hi.\nUser: Hi, I want a refund.")).toBe("I want a refund.");
  });

  it("skips answers to the agent's first questions", async () => {
    expect(
      await intent(
        "Agent: Your name?\nUser: John Smith\nAgent: How can I help?\nUser: I'd like to cancel my order.",
      ),
    ).toBe("I'd like to cancel my order.");
  });

  it("takes the answer to an offer of help when no sentence says a want", async () => {
    expect(
      await intent("Agent: Name?\nUser: John Smith\nAgent: How can I help you?\nUser: My bill is wrong."),
    ).toBe("My bill is wrong.");
  });

  it("joins several messages of the user before the agent answers", async () => {
    expect(
      await intent(
        "Agent: Hello.\nUser: Hello\nUser: I have a question about my bill.\nUser: It is 40 euros too high.",
      ),
    ).toBe("I have a question about my bill. It is 40 euros too high.");
  });

  it("keeps at most four sentences", async () => {
    expect(await intent("Agent: Hi\nUser: I need help. One. Two. Three. Four. Five.")).toBe(
      "I need help. One. Two. Three.",
    );
  });

  it("is empty when the user wants nothing", async () => {
    expect(await intent("Agent: Hello?\nUser: Hello.\nUser: Yes, thank you.")).toBe("");
    expect(await intent("Agent: Hello? Anybody there?")).toBe("");
  });

  it.each([
    ["es", "Hola, buenos días. Quiero cambiar mi cita.", "Quiero cambiar mi cita."],
    ["pt", "Olá, bom dia. Preciso cancelar o meu pedido.", "Preciso cancelar o meu pedido."],
    ["fr", "Bonjour, je voudrais annuler mon rendez-vous.", "Je voudrais annuler mon rendez-vous."],
    [
      "de",
      "Guten Tag. Ich heiße Anna Braun. Ich möchte meinen Termin verschieben.",
      "Ich möchte meinen Termin verschieben.",
    ],
    ["tr", "Merhaba, siparişimi iptal etmek istiyorum.", "Siparişimi iptal etmek istiyorum."],
    ["ru", "Здравствуйте! Меня зовут Иван. Я хочу вернуть товар.", "Я хочу вернуть товар."],
    ["ar", "مرحبا، أريد إلغاء طلبي.", "أريد إلغاء طلبي."],
    ["hi", "नमस्ते। मुझे अपना ऑर्डर रद्द करना है।", "मुझे अपना ऑर्डर रद्द करना है।"],
    ["ml", "നമസ്കാരം. എനിക്ക് ഓർഡർ റദ്ദാക്കണം.", "എനിക്ക് ഓർഡർ റദ്ദാക്കണം."],
    ["ja", "もしもし、田中と申します。予約を変更したいのですが。", "予約を変更したいのですが。"],
    ["zh", "你好，我想退货。订单号是123。", "我想退货。订单号是123。"],
    ["yue", "你好，我想改期。", "我想改期。"],
    ["vi", "Xin chào, tôi muốn đổi lịch hẹn.", "Tôi muốn đổi lịch hẹn."],
  ])("works in %s", async (_, utterance, expected) => {
    expect(
      intentFromTranscript([
        { role: "AGENT", utterance: "…" },
        { role: "USER", utterance },
      ]),
    ).toBe(expected);
  });
});
