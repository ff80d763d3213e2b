import type { Side } from "../../contract/values.ts";
import { compatible } from "./fold.ts";

// Speaker labels of the fourteen languages of a digital human, in normalized form. A word for AGENT wins over
// one for USER: a "customer service representative" is not a customer.
const AGENT_WORDS = [
  "agent|agents|assistant|bot|chatbot|voicebot|ai|operator|representative|rep|support|advisor|adviser|csr|ivr|model",
  "receptionist|helpdesk|specialist|consultant|staff|manager|supervisor|dispatcher|technician|customer service|customer care",
  "agente|asistente|operador|operadora|asesor|asesora|representante|atención al cliente|soporte",
  "atendente|assistente|atendimento|suporte|robô",
  "conseiller|conseillère|opérateur|opératrice|assistante|service client",
  "agentin|mitarbeiter|mitarbeiterin|berater|beraterin|assistent|assistentin|kundenservice|kundendienst",
  "temsilci|temsilcisi|asistan|görevli|operatör|müşteri hizmetleri",
  "агент|оператор|ассистент|консультант|менеджер|бот|поддержка|сотрудник",
  "الوكيل|وكيل|الموظف|موظف|المساعد|مساعد|خدمة العملاء|البوت",
  "एजेंट|सहायक|प्रतिनिधि|ऑपरेटर|बॉट",
  "ഏജന്റ്|ഏജൻ്റ്|അസിസ്റ്റന്റ്|സഹായി|പ്രതിനിധി",
  "エージェント|オペレーター|オペレータ|アシスタント|担当|ボット|受付|スタッフ",
  "客服|坐席|座席|助手|助理|机器人|機械人|機器人|接线员|接線生|职员|職員",
  "nhân viên|tổng đài|tổng đài viên|trợ lý|tư vấn viên",
];

const USER_WORDS = [
  "user|customer|caller|client|human|person|guest|patient|member|visitor|consumer|tester|testing agent|me",
  "usuario|usuaria|cliente|clienta|llamante|paciente",
  "usuário|usuária",
  "utilisateur|utilisatrice|appelant|appelante|usager",
  "nutzer|nutzerin|benutzer|kunde|kundin|anrufer|anruferin",
  "kullanıcı|müşteri|arayan",
  "пользователь|клиент|клиентка|покупатель|звонящий|абонент",
  "المستخدم|مستخدم|العميل|عميل|المتصل|متصل|الزبون|زبون",
  "उपयोगकर्ता|ग्राहक|कॉलर|यूज़र|यूजर",
  "ഉപയോക്താവ്|ഉപഭോക്താവ്|കസ്റ്റമർ",
  "ユーザー|ユーザ|お客様|お客さま|顧客|利用者|発信者|客",
  "用户|用戶|客户|客戶|顾客|来电者|來電者",
  "khách hàng|khách|người dùng|người gọi",
];

// Entries of chat APIs and call logs that are not speech.
const SILENT_WORDS = ["system|tool|tools|function|developer|tool call|tool result|log|note|notes"];

const UNSPACED = /^[\p{scx=Han}\p{scx=Katakana}\p{scx=Hiragana}]+$/u;

interface Terms {
  words: ReadonlySet<string>;
  phrases: readonly string[];
  /** Japanese and Chinese words, which have no spaces around them in labels. */
  unspaced: readonly string[];
}

function terms(rows: readonly string[]): Terms {
  const all = rows.flatMap((row) => row.split("|")).map(normalizeLabel);
  return {
    words: new Set(all),
    phrases: all.filter((term) => term.includes(" ")),
    unspaced: all.filter((term) => UNSPACED.test(term)),
  };
}

const AGENT = terms(AGENT_WORDS);
const USER = terms(USER_WORDS);
const SILENT = terms(SILENT_WORDS);
const TESTER = "testing agent";
/** What follows in a longer label says nothing about its side. */
const LONGEST_LABEL = 1000;

/**
 * A label without case, numbering, brackets, and underscores: `CUSTOMER_1` and `Customer (John)` begin the
 * same way.
 */
export function normalizeLabel(label: string): string {
  return compatible(label)
    .toLowerCase()
    .replaceAll("\u0307", "")
    .replace(/[_\-()[\]*#/]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function names(label: string, { words, phrases, unspaced }: Terms): boolean {
  return (
    label.split(" ").some((word) => words.has(word)) ||
    phrases.some((phrase) => ` ${label} `.includes(` ${phrase} `)) ||
    unspaced.some((word) => label.includes(word))
  );
}

/**
 * The side that a label names. `SILENT` for entries that are not speech (system, tool). Undefined if it is
 * only a person's name.
 */
export function roleOfLabel(label: string): Side | "SILENT" | undefined {
  // The API itself writes these, thousands of times a second.
  if (label === "AGENT" || label === "USER") return label;
  const plain = normalizeLabel(label.slice(0, LONGEST_LABEL));
  if (plain.startsWith(TESTER)) return "USER";
  if (names(plain, AGENT) || /^a\d*$/.test(plain)) return "AGENT";
  if (names(plain, USER) || /^[uqc]\d*$/.test(plain)) return "USER";
  return names(plain, SILENT) ? "SILENT" : undefined;
}

/** Whether the label, as a whole, is the word for a side and nothing more. */
export function isRoleWord(label: string): boolean {
  const plain = normalizeLabel(label).replace(/ \d+$/, "");
  return AGENT.words.has(plain) || USER.words.has(plain) || SILENT.words.has(plain);
}

/** The side that spoke first, if the participants of a call say so without contradicting each other. */
export function spokeFirst(
  participants: readonly { readonly role: string; readonly spoke_first?: boolean | null | undefined }[] = [],
): Side | undefined {
  const [first, ...others] = participants.filter((participant) => participant.spoke_first);
  return first && others.length === 0 ? (roleOfLabel(first.role) === "AGENT" ? "AGENT" : "USER") : undefined;
}
