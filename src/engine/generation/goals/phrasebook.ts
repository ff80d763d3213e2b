import type { LanguageCode } from "../../../contract/values.ts";

/** What callers want from most agents. */
type Topic = "appointment" | "cancel" | "change" | "refund" | "order_status" | "hours";

const TOPICS: readonly (readonly [Topic, RegExp])[] = [
  ["cancel", /\bcancel\w{0,10}\b.{0,200}\b(?:appointment|booking|check-?up|reservation|slot)/i],
  ["change", /\b(?:reschedul|move|postpone|change)\w{0,20}\b.{0,200}\b(?:appointment|check-?up|date|slot)/i],
  ["refund", /\b(?:refund|money back|reimburse)/i],
  ["order_status", /\b(?:where|status|track)\w{0,20}\b.{0,200}\b(?:order|parcel|delivery|package)/i],
  ["appointment", /\b(?:book|make|schedule|get|arrange)\w{0,20}\b.{0,200}\b(?:appointment|check-?up|slot)/i],
  ["hours", /\b(?:opening hours|hours)\b/i],
];

type Sentences = Readonly<Record<Topic, string>>;

const SENTENCES: Readonly<Partial<Record<LanguageCode, Sentences>>> = {
  es: {
    appointment: "Quiero pedir una cita.",
    cancel: "Quiero cancelar mi cita.",
    change: "Quiero cambiar la fecha de mi cita.",
    refund: "Quiero que me devuelvan el dinero de un pedido.",
    order_status: "Quiero saber dónde está mi pedido.",
    hours: "Quiero saber el horario de apertura.",
  },
  pt: {
    appointment: "Quero marcar uma consulta.",
    cancel: "Quero cancelar a minha consulta.",
    change: "Quero mudar a data da minha consulta.",
    refund: "Quero o reembolso de um pedido.",
    order_status: "Quero saber onde está o meu pedido.",
    hours: "Quero saber o horário de funcionamento.",
  },
  fr: {
    appointment: "Je voudrais prendre un rendez-vous.",
    cancel: "Je voudrais annuler mon rendez-vous.",
    change: "Je voudrais changer la date de mon rendez-vous.",
    refund: "Je voudrais être remboursé pour une commande.",
    order_status: "Je voudrais savoir où est ma commande.",
    hours: "Je voudrais connaître vos horaires d'ouverture.",
  },
  de: {
    appointment: "Ich möchte einen Termin vereinbaren.",
    cancel: "Ich möchte meinen Termin absagen.",
    change: "Ich möchte meinen Termin verschieben.",
    refund: "Ich möchte mein Geld für eine Bestellung zurück.",
    order_status: "Ich möchte wissen, wo meine Bestellung ist.",
    hours: "Ich möchte wissen, wann Sie geöffnet haben.",
  },
  tr: {
    appointment: "Randevu almak istiyorum.",
    cancel: "Randevumu iptal etmek istiyorum.",
    change: "Randevumun tarihini değiştirmek istiyorum.",
    refund: "Siparişim için para iadesi istiyorum.",
    order_status: "Siparişimin nerede olduğunu öğrenmek istiyorum.",
    hours: "Çalışma saatlerinizi öğrenmek istiyorum.",
  },
  ru: {
    appointment: "Я хочу записаться на приём.",
    cancel: "Я хочу отменить запись.",
    change: "Я хочу перенести запись на другой день.",
    refund: "Я хочу вернуть деньги за заказ.",
    order_status: "Я хочу узнать, где мой заказ.",
    hours: "Я хочу узнать часы работы.",
  },
  vi: {
    appointment: "Tôi muốn đặt lịch hẹn.",
    cancel: "Tôi muốn hủy lịch hẹn.",
    change: "Tôi muốn đổi ngày hẹn.",
    refund: "Tôi muốn được hoàn tiền cho một đơn hàng.",
    order_status: "Tôi muốn biết đơn hàng của tôi đang ở đâu.",
    hours: "Tôi muốn biết giờ mở cửa.",
  },
  ar: {
    appointment: "أريد حجز موعد.",
    cancel: "أريد إلغاء موعدي.",
    change: "أريد تغيير موعدي.",
    refund: "أريد استرداد ثمن طلب.",
    order_status: "أريد أن أعرف أين طلبي.",
    hours: "أريد أن أعرف ساعات العمل.",
  },
  hi: {
    appointment: "मैं अपॉइंटमेंट बुक करना चाहता हूँ।",
    cancel: "मैं अपना अपॉइंटमेंट रद्द करना चाहता हूँ।",
    change: "मैं अपने अपॉइंटमेंट की तारीख बदलना चाहता हूँ।",
    refund: "मैं एक ऑर्डर का पैसा वापस चाहता हूँ।",
    order_status: "मैं जानना चाहता हूँ कि मेरा ऑर्डर कहाँ है।",
    hours: "मैं आपके खुलने का समय जानना चाहता हूँ।",
  },
  ml: {
    appointment: "എനിക്ക് ഒരു അപ്പോയിന്റ്മെന്റ് ബുക്ക് ചെയ്യണം.",
    cancel: "എനിക്ക് എന്റെ അപ്പോയിന്റ്മെന്റ് റദ്ദാക്കണം.",
    change: "എനിക്ക് അപ്പോയിന്റ്മെന്റിന്റെ തീയതി മാറ്റണം.",
    refund: "എനിക്ക് ഒരു ഓർഡറിന്റെ പണം തിരികെ വേണം.",
    order_status: "എന്റെ ഓർഡർ എവിടെയാണെന്ന് എനിക്ക് അറിയണം.",
    hours: "നിങ്ങളുടെ പ്രവൃത്തി സമയം എനിക്ക് അറിയണം.",
  },
  ja: {
    appointment: "予約を取りたいです。",
    cancel: "予約をキャンセルしたいです。",
    change: "予約の日付を変更したいです。",
    refund: "注文の返金をお願いしたいです。",
    order_status: "注文が今どこにあるか知りたいです。",
    hours: "営業時間を知りたいです。",
  },
  zh: {
    appointment: "我想预约。",
    cancel: "我想取消预约。",
    change: "我想更改预约的日期。",
    refund: "我想要订单的退款。",
    order_status: "我想知道我的订单在哪里。",
    hours: "我想知道你们的营业时间。",
  },
  yue: {
    appointment: "我想預約。",
    cancel: "我想取消預約。",
    change: "我想改預約嘅日期。",
    refund: "我想要訂單嘅退款。",
    order_status: "我想知道我張訂單去咗邊。",
    hours: "我想知道你哋幾點開門。",
  },
};

/** An English goal as a caller says it in another language. Undefined if the phrasebook does not have it. */
export function phraseIn(language: LanguageCode, goal: string): string | undefined {
  const topic = TOPICS.find(([, words]) => words.test(goal))?.[0];
  return topic && SENTENCES[language]?.[topic];
}
