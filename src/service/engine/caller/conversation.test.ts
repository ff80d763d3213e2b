import { describe, expect, it } from "vitest";
import type { DigitalHuman, LanguageCode } from "./digital-human.ts";
import { fidelity } from "./fidelity.ts";
import { play } from "./testing/play.ts";

const RETURN: DigitalHuman = {
  intent:
    "I want to return a blender from order A-4471. It stopped working after two days. I'd like a refund.",
  role_description:
    "You are Anna Schmidt, 34. You live at 12 Hill Road, Leeds. Your email is anna@example.com. The blender came on 5 May.",
  creativity: 0,
};

const RETURN_DESK = [
  "Hello! Could you give me your name and order number, please?",
  "Thank you, Anna. One moment while I check.",
  "I found it: one blender, delivered on 3 May, correct?",
  "I see. What is the reason for the return?",
  "Understood. Would you like a refund or a replacement?",
  "Would you like me to issue the refund to your card now?",
  "Your refund has been issued. Is there anything else I can help you with?",
  "You're welcome, have a great day!",
];

describe("a conversation about a return", () => {
  it("gives what is asked, corrects what is wrong, and closes when the agent does", () => {
    const { said, state, transcript, caller } = play(RETURN, RETURN_DESK);
    expect(said).toEqual([
      "Hello. I want to return a blender from order A-4471.",
      "Anna Schmidt, A-4471.",
      "Sure, I'll wait.",
      "No, it's 5 May.",
      "It stopped working after two days.",
      "I'd like a refund.",
      "Yes, please.",
      "Great, thank you. That's what I needed.",
      "Thank you, bye!",
    ]);
    expect(state.ended).toEqual({ end_reason: "goal_reached", completed: true });
    expect(fidelity(RETURN, caller, transcript, state).verdict).toBe("valid");
  });

  it("sounds like an impatient person who says much", () => {
    const hasty: DigitalHuman = {
      ...RETURN,
      verbosity: "high",
      traits: [{ trait_name: "Impatient", trait_data_type: "BOOLEAN", value: true }],
    };
    expect(play(hasty, RETURN_DESK.slice(0, 2)).said).toEqual([
      "Hello. I want to return a blender from order A-4471. I hope you can help me with this. I don't have much time.",
      "Anna Schmidt, A-4471. Just tell me if you need anything else from me.",
      "Sure, I'll wait. Can we speed this up, please?",
    ]);
  });

  it("sounds like a learner who says little", () => {
    expect(play({ ...RETURN, verbosity: "low", fluency: "beginner" }, RETURN_DESK).said).toEqual([
      "Um… I want to return a blender from order A-4471. Sorry, my English is not so good.",
      "Anna Schmidt, A-4471.",
      "Um… Sure, I'll wait.",
      "No, it's 5 May.",
      "Um… It stopped working after two days.",
      "I'd like a refund.",
      "Um… Yes, please.",
      "Great, thank you.",
      "Thank you, bye!",
    ]);
  });
});

describe("a conversation about an appointment", () => {
  it("insists on its date and time and tells nothing that is not in its record", () => {
    const patient: DigitalHuman = {
      intent:
        "The customer wants to reschedule their dentist appointment from 3 May to 12 May at 10:30 am. If asked, say the old time no longer works.",
      traits: [
        { trait_name: "insurance_number", trait_data_type: "STRING", value: "X99-1" },
        { trait_name: "favourite_color", trait_data_type: "STRING", value: "red" },
      ],
      creativity: 0,
    };
    const { said, state, transcript, caller } = play(patient, [
      "Good morning, Smile Dental, how can I help you?",
      "Sure. May I have your full name?",
      "What's your favourite color?",
      "What day would you like?",
      "We have the 13th of May at 10:30 or the 12th of May at 3 pm, which works best for you?",
      "So the 12th of May at 3 pm, is that right?",
      "Ok, 12 May at 10:30 am. Shall I go ahead and book that?",
      "Done! Your appointment has been rescheduled.",
      "Great. Bye!",
    ]);
    expect(said).toEqual([
      "Hello. I'd like to reschedule my dentist appointment from 3 May to 12 May at 10:30 am.",
      "As I wrote: I'd like to reschedule my dentist appointment from 3 May to 12 May at 10:30 am.",
      "I'd rather not say.",
      "It's red.",
      "I'd like to reschedule my dentist appointment from 3 May to 12 May at 10:30 am.",
      "It's 12 May.",
      "No, it's 10:30 am.",
      "Yes, please.",
      "Great, thank you. That's what I needed.",
      "Thank you, bye!",
    ]);
    expect(fidelity(patient, caller, transcript, state)).toEqual({
      verdict: "valid",
      infidelities: [],
      asked_but_unknown: ["name"],
    });
  });
});

describe("a conversation about a question", () => {
  it("takes an answer for an answer, and a promise of help for none", () => {
    const { said, state } = play({ intent: "Find out whether the shop is open on Sunday.", creativity: 0 }, [
      "Sure, I can help with that.",
      "We are open on Sundays from 10 am to 4 pm.",
      "Happy to help!",
    ]);
    expect(said).toEqual([
      "Hello. I'd like to find out whether the shop is open on Sunday.",
      "Okay.",
      "Okay, that answers my question. Thank you.",
      "Thank you, bye!",
    ]);
    expect(state.ended?.end_reason).toBe("goal_reached");
  });
});

interface Service {
  language: LanguageCode;
  intent: string;
  role_description: string;
  agent: string[];
  said: string[];
}

const CANCELLATIONS: Service[] = [
  {
    language: "es",
    intent: "El cliente quiere cancelar su pedido A-4471. Llegó dañado.",
    role_description: "Te llamas Ana Ruiz. Tu correo es ana@example.com.",
    agent: [
      "¡Hola! ¿En qué puedo ayudarle?",
      "Claro. ¿Me dice su nombre y su número de pedido, por favor?",
      "Un momento, por favor.",
      "¿Cuál es el motivo?",
      "¿Quiere que lo cancele ahora?",
      "Su pedido ha sido cancelado. ¿Algo más?",
      "De nada, ¡que tenga un buen día!",
    ],
    said: [
      "Hola. Quiero cancelar mi pedido A-4471.",
      "Como le escribí: Quiero cancelar mi pedido A-4471.",
      "Ana Ruiz, A-4471.",
      "Claro, espero.",
      "Llegó dañado.",
      "Sí, por favor.",
      "Perfecto, gracias. Era lo que necesitaba.",
      "Gracias, adiós.",
    ],
  },
  {
    language: "pt",
    intent: "Cancelar o pedido A-4471. Chegou danificado.",
    role_description: "Seu nome é Ana Souza.",
    agent: [
      "Olá! Como posso ajudar?",
      "Claro. Pode me informar o seu nome e o número do pedido?",
      "Um momento, por favor.",
      "Qual o motivo?",
      "Posso prosseguir com o cancelamento?",
      "Seu pedido foi cancelado. Mais alguma coisa?",
      "Por nada, tenha um bom dia!",
    ],
    said: [
      "Olá. Quero cancelar o pedido A-4471.",
      "Como escrevi: Quero cancelar o pedido A-4471.",
      "Ana Souza, A-4471.",
      "Claro, eu espero.",
      "Chegou danificado.",
      "Sim, por favor.",
      "Ótimo, agradeço. Era isso que eu precisava.",
      "Agradeço, tchau!",
    ],
  },
  {
    language: "fr",
    intent: "Annuler la commande A-4471. Elle est arrivée abîmée.",
    role_description: "Vous vous appelez Anne Petit.",
    agent: [
      "Bonjour, comment puis-je vous aider ?",
      "Bien sûr. Pouvez-vous me donner votre nom et votre numéro de commande ?",
      "Un instant, s'il vous plaît.",
      "Quelle est la raison ?",
      "Voulez-vous que je l'annule maintenant ?",
      "Votre commande a été annulée. Autre chose ?",
      "Je vous en prie, bonne journée !",
    ],
    said: [
      "Bonjour. Je voudrais annuler la commande A-4471.",
      "Comme je l'ai écrit : Je voudrais annuler la commande A-4471.",
      "Anne Petit, A-4471.",
      "Bien sûr, je patiente.",
      "Elle est arrivée abîmée.",
      "Oui, s'il vous plaît.",
      "Parfait, merci. C'est ce qu'il me fallait.",
      "Merci, au revoir !",
    ],
  },
  {
    language: "de",
    intent: "Der Kunde möchte seine Bestellung A-4471 stornieren. Sie kam beschädigt an.",
    role_description: "Du heißt Anna Braun.",
    agent: [
      "Guten Tag, wie kann ich Ihnen helfen?",
      "Gern. Wie ist Ihr Name und Ihre Bestellnummer?",
      "Einen Moment bitte.",
      "Was ist der Grund?",
      "Soll ich die Bestellung jetzt stornieren?",
      "Ich habe Ihre Bestellung storniert. Kann ich sonst noch etwas für Sie tun?",
      "Gern geschehen, schönen Tag noch!",
    ],
    said: [
      "Guten Tag. Ich möchte meine Bestellung A-4471 stornieren.",
      "Wie ich geschrieben habe: Ich möchte meine Bestellung A-4471 stornieren.",
      "Anna Braun, A-4471.",
      "Gut, ich warte.",
      "Sie kam beschädigt an.",
      "Ja, bitte.",
      "Sehr gut, danke. Das war es, was ich brauchte.",
      "Danke, auf Wiedersehen!",
    ],
  },
  {
    language: "ru",
    intent: "Отменить заказ A-4471. Он пришёл повреждённым.",
    role_description: "Тебя зовут Анна Петрова.",
    agent: [
      "Здравствуйте! Чем могу помочь?",
      "Конечно. Назовите, пожалуйста, ваше имя и номер заказа.",
      "Одну минуту, проверю.",
      "По какой причине?",
      "Хотите, чтобы я отменил его сейчас?",
      "Ваш заказ отменён. Чем ещё могу помочь?",
      "Не за что, всего доброго!",
    ],
    said: [
      "Здравствуйте. Я хочу отменить заказ A-4471.",
      "Повторюсь: Я хочу отменить заказ A-4471.",
      "Анна Петрова, A-4471.",
      "Хорошо, подожду.",
      "Он пришёл повреждённым.",
      "Да, пожалуйста.",
      "Отлично, спасибо. Это то, что было нужно.",
      "Спасибо, до свидания!",
    ],
  },
  {
    language: "tr",
    intent: "Müşteri A-4471 numaralı siparişini iptal etmek istiyor. Ürün hasarlı geldi.",
    role_description: "Adın Ayşe Demir. Sipariş numaran A-4471.",
    agent: [
      "Merhaba, size nasıl yardımcı olabilirim?",
      "Tabii. Adınızı ve sipariş numaranızı alabilir miyim?",
      "Bir dakika lütfen.",
      "İptal nedeniniz nedir?",
      "İşlemi başlatayım mı?",
      "Siparişiniz iptal edildi. Başka bir isteğiniz var mı?",
      "Rica ederim, iyi günler dilerim!",
    ],
    said: [
      "Merhaba. A-4471 numaralı siparişimi iptal etmek istiyorum.",
      "Yazdığım gibi: A-4471 numaralı siparişimi iptal etmek istiyorum.",
      "Ayşe Demir, A-4471.",
      "Tabii, beklerim.",
      "Ürün hasarlı geldi.",
      "Evet, lütfen.",
      "Çok iyi, teşekkürler. İhtiyacım olan buydu.",
      "Teşekkürler, hoşça kalın!",
    ],
  },
  {
    language: "vi",
    intent: "Hủy đơn hàng A-4471. Hàng đến bị hỏng.",
    role_description: "Bạn tên là Nguyễn Thu Hà.",
    agent: [
      "Xin chào, tôi có thể giúp gì cho bạn?",
      "Vâng ạ. Cho tôi xin họ tên và mã đơn hàng được không?",
      "Vui lòng chờ một chút.",
      "Lý do là gì ạ?",
      "Bạn có muốn tôi hủy ngay bây giờ không?",
      "Đơn hàng của bạn đã được hủy. Bạn còn cần gì nữa không?",
      "Không có gì, chúc bạn một ngày tốt lành!",
    ],
    said: [
      "Xin chào. Tôi muốn hủy đơn hàng A-4471.",
      "Như tôi đã viết: Tôi muốn hủy đơn hàng A-4471.",
      "Nguyễn Thu Hà, A-4471.",
      "Vâng, tôi đợi.",
      "Hàng đến bị hỏng.",
      "Vâng, làm giúp tôi nhé.",
      "Tốt quá, cảm ơn bạn. Tôi chỉ cần vậy.",
      "Cảm ơn bạn, chào bạn!",
    ],
  },
  {
    language: "ja",
    intent: "注文A-4471をキャンセルしたい。破損して届きました。",
    role_description: "あなたの名前は田中花子です。",
    agent: [
      "お問い合わせありがとうございます。ご用件をお聞かせください。",
      "かしこまりました。お名前とご注文番号を教えていただけますか。",
      "少々お待ちください。",
      "キャンセルの理由を教えてください。",
      "このままキャンセルの手続きを進めてよろしいでしょうか。",
      "ご注文をキャンセルいたしました。他に何かございますか。",
      "ご利用ありがとうございました。失礼いたします。",
    ],
    said: [
      "こんにちは。注文A-4471をキャンセルしたいのですが。",
      "先ほど書いたとおり、注文A-4471をキャンセルしたいのですが。",
      "田中花子、A-4471です。",
      "はい、待っています。",
      "破損して届きました。",
      "はい、お願いします。",
      "よかった、ありがとうございます。それで十分です。",
      "ありがとうございました。失礼します。",
    ],
  },
  {
    language: "zh",
    intent: "取消订单A-4471。东西到的时候已经坏了。",
    role_description: "你叫王小美。",
    agent: [
      "您好，请问有什么可以帮您？",
      "好的，请提供您的姓名和订单号。",
      "请稍等。",
      "请问取消的原因是什么？",
      "需要我现在为您取消吗？",
      "已为您取消订单。请问还有其他需要吗？",
      "不客气，祝您生活愉快，再见！",
    ],
    said: [
      "你好。我想取消订单A-4471。",
      "我前面写了，我想取消订单A-4471。",
      "王小美、A-4471。",
      "好的，我等着。",
      "东西到的时候已经坏了。",
      "好的，麻烦你了。",
      "太好了，谢谢。这就是我要的。",
      "谢谢，再见！",
    ],
  },
  {
    language: "yue",
    intent: "取消訂單A-4471。收到嗰陣已經爛咗。",
    role_description: "你叫陳美玲。",
    agent: [
      "你好，請問有咩可以幫你？",
      "好嘅，麻煩你提供姓名同訂單號碼。",
      "請等等。",
      "請問取消嘅原因係咩？",
      "需唔需要我而家幫你取消？",
      "已經幫你取消咗訂單。請問仲有冇其他嘢可以幫到你？",
      "唔使客氣，拜拜！",
    ],
    said: [
      "你好。我想取消訂單A-4471。",
      "我頭先寫咗，我想取消訂單A-4471。",
      "陳美玲、A-4471。",
      "好，我等你。",
      "收到嗰陣已經爛咗。",
      "好呀，唔該。",
      "太好喇，唔該晒。就係咁樣。",
      "唔該，拜拜！",
    ],
  },
  {
    language: "hi",
    intent: "ऑर्डर A-4471 रद्द करना। सामान टूटा हुआ आया।",
    role_description: "आपका नाम अनीता शर्मा है।",
    agent: [
      "नमस्ते, मैं आपकी कैसे मदद कर सकता हूँ?",
      "ज़रूर। कृपया अपना नाम और ऑर्डर नंबर बताइए।",
      "एक मिनट रुकिए।",
      "रद्द करने का कारण क्या है?",
      "क्या मैं इसे अभी रद्द कर दूँ?",
      "आपका ऑर्डर रद्द कर दिया गया है। क्या और कुछ मदद चाहिए?",
      "आपका दिन शुभ हो!",
    ],
    said: [
      "नमस्ते। मुझे ऑर्डर A-4471 रद्द करना है।",
      "जैसा मैंने लिखा: मुझे ऑर्डर A-4471 रद्द करना है।",
      "अनीता शर्मा, A-4471।",
      "जी, कोई बात नहीं।",
      "सामान टूटा हुआ आया।",
      "जी हाँ, कर दीजिए।",
      "बहुत अच्छा, धन्यवाद। मुझे यही चाहिए था।",
      "धन्यवाद, नमस्ते!",
    ],
  },
  {
    language: "ml",
    intent: "ഓർഡർ A-4471 റദ്ദാക്കുക. സാധനം പൊട്ടിയ നിലയിലാണ് എത്തിയത്.",
    role_description: "നിങ്ങളുടെ പേര് അനിത നായർ ആണ്.",
    agent: [
      "നമസ്കാരം, എങ്ങനെ സഹായിക്കാം?",
      "തീർച്ചയായും. നിങ്ങളുടെ പേരും ഓർഡർ നമ്പറും പറയാമോ?",
      "ഒരു നിമിഷം, ഞാൻ നോക്കട്ടെ.",
      "റദ്ദാക്കാനുള്ള കാരണം എന്താണ്?",
      "ഇപ്പോൾ റദ്ദാക്കട്ടെ?",
      "നിങ്ങളുടെ ഓർഡർ റദ്ദാക്കി. വേറെ എന്തെങ്കിലും വേണോ?",
      "ബൈ, ശുഭദിനം!",
    ],
    said: [
      "നമസ്കാരം. എനിക്ക് ഓർഡർ A-4471 റദ്ദാക്കണം.",
      "ഞാൻ എഴുതിയതുപോലെ: എനിക്ക് ഓർഡർ A-4471 റദ്ദാക്കണം.",
      "അനിത നായർ, A-4471.",
      "ശരി, ഞാൻ കാത്തിരിക്കാം.",
      "സാധനം പൊട്ടിയ നിലയിലാണ് എത്തിയത്.",
      "അതെ, ചെയ്തോളൂ.",
      "വളരെ നന്ദി. എനിക്ക് വേണ്ടത് അതായിരുന്നു.",
      "നന്ദി, ബൈ!",
    ],
  },
  {
    language: "ar",
    intent: "إلغاء الطلب A-4471. وصل تالفا.",
    role_description: "اسمك سارة أحمد.",
    agent: [
      "مرحبا، كيف يمكنني مساعدتك؟",
      "بالتأكيد. ما هو اسمك ورقم الطلب من فضلك؟",
      "لحظة من فضلك.",
      "ما هو السبب؟",
      "هل تريد أن ألغيه الآن؟",
      "تم إلغاء طلبك. هل هناك شيء آخر؟",
      "على الرحب والسعة، مع السلامة!",
    ],
    said: [
      "مرحبا. أريد إلغاء الطلب A-4471.",
      "كما كتبت: أريد إلغاء الطلب A-4471.",
      "سارة أحمد، A-4471.",
      "بالتأكيد، سأنتظر.",
      "وصل تالفا.",
      "نعم، من فضلك.",
      "ممتاز، شكرا. هذا ما كنت أحتاجه.",
      "شكرا، مع السلامة!",
    ],
  },
];

describe.each(CANCELLATIONS)("a cancellation in $language", ({ agent, said, ...digital_human }) => {
  it("is held in that language from the greeting to the farewell", () => {
    const record = { ...digital_human, creativity: 0 };
    const played = play(record, agent);
    expect(played.said).toEqual(said);
    expect(played.state.ended).toEqual({ end_reason: "goal_reached", completed: true });
    expect(fidelity(record, played.caller, played.transcript, played.state).verdict).toBe("valid");
  });
});
