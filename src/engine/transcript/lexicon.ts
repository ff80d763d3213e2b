import { clean, cueSpan, fold, mentions } from "./fold.ts";

// Cues of the fourteen languages of a digital human. They match beginnings of words. In scripts that join
// words without spaces or by suffixes (Arabic, Indic, Japanese, Chinese), they match anywhere in the text.
const HELP_OFFERS = [
  "how can i help|how may i help|how can i assist|how may i assist|what can i do for you|what can i help|how can we help|thank you for calling|thanks for calling",
  "en qué puedo ayudar|en qué le puedo ayudar|en qué te puedo ayudar|cómo puedo ayudar|gracias por llamar",
  "como posso ajudar|em que posso ajudar|como posso te ajudar|obrigado por ligar|obrigada por ligar",
  "comment puis-je vous aider|en quoi puis-je vous aider|merci d'avoir appelé|que puis-je faire pour vous",
  "wie kann ich ihnen helfen|wie kann ich helfen|was kann ich für sie tun|wie kann ich dir helfen|danke für ihren anruf",
  "nasıl yardımcı olabilirim|size nasıl yardım|aradığınız için teşekkür",
  "чем могу помочь|чем я могу помочь|чем могу вам помочь|как я могу вам помочь|спасибо за звонок|спасибо, что позвонили",
  "tôi có thể giúp gì|em có thể giúp gì|cần hỗ trợ gì|cảm ơn quý khách đã gọi|cảm ơn bạn đã gọi",
  "كيف يمكنني مساعدت|كيف أقدر أساعد|كيف أساعدك|بماذا أستطيع مساعدت|شكرا لاتصالك|شكراً لاتصالك",
  "कैसे मदद कर सकत|क्या मदद कर सकत|क्या सहायता कर सकत|कॉल करने के लिए धन्यवाद",
  "എങ്ങനെ സഹായിക്ക|എന്ത് സഹായ|വിളിച്ചതിന് നന്ദി",
  "ご用件|いかがなさいましたか|どのようなお手伝い|何かお手伝い|お電話ありがとうございます",
  "有什么可以帮|有什么能帮|需要什么帮助|感谢您的来电|有咩可以幫|有乜可以幫|有什麼可以幫|多謝你致電|感謝您的來電",
];

const WANTS = [
  "i want|i need|i'd also|i would also|i also|i'd like|i would like|i'm calling|i am calling|i'm trying|i am trying|i'm looking|i am looking|i was hoping|i was wondering|i wanted|i have a question|i have a problem|i have an issue|i'm having|i can't|i cannot|can you|could you|can i|could i|help me|calling about|calling to|calling because|is it possible|do you have|didn't work|doesn't work|isn't working|not working|problem with|issue with",
  "quiero|quisiera|necesito|me gustaría|llamo para|llamo por|estoy llamando|tengo un problema|tengo una pregunta|tengo una duda|puede ayudar|puedes ayudar|podría|no puedo|no funciona",
  "quero|queria|gostaria|preciso|estou ligando|estou a ligar|liguei para|tenho um problema|tenho uma dúvida|tenho uma pergunta|pode me ajudar|poderia|não consigo|não funciona|não está funcionando",
  "je veux|je voudrais|j'aimerais|j'ai besoin|je souhaite|j'appelle|je vous appelle|j'ai un problème|j'ai une question|pouvez-vous|pourriez-vous|je n'arrive pas|ne fonctionne pas|ne marche pas",
  "ich möchte|ich will|ich brauche|ich würde gern|ich hätte gern|ich rufe an|ich habe ein problem|ich habe eine frage|können sie|könnten sie|ich kann nicht|funktioniert nicht|es geht um",
  "istiyorum|istemiştim|ihtiyacım|lazım|gerekiyor|yardımcı olabilir mi|arıyorum|sorunum var|bir sorum|çalışmıyor|yapabilir mi",
  "хочу|хотел|мне нужно|мне нужен|мне нужна|мне надо|звоню|у меня проблема|у меня вопрос|можете|могли бы|не могу|не работает|помогите",
  "tôi muốn|tôi cần|em muốn|em cần|mình muốn|mình cần|tôi gọi|em gọi|tôi có vấn đề|tôi có câu hỏi|giúp tôi|giúp em|cho tôi|cho em hỏi|cho hỏi|không hoạt động",
  "أريد|اريد|أود|اود|أحتاج|احتاج|أبغى|ابغى|بدي|عايز|عاوز|أتصل|اتصلت|عندي مشكلة|لدي مشكلة|عندي سؤال|لدي سؤال|هل يمكن|ممكن|لا أستطيع|لا يعمل",
  "चाहता|चाहती|चाहिए|चाहते|जरूरत|ज़रूरत|मदद|समस्या|सवाल|करना है|करवाना है|जानना है|लेना है|काम नहीं कर",
  "വേണം|ണമെന്ന്|ണമായിരുന്നു|ആഗ്രഹിക്കുന്നു|ആവശ്യ|സഹായ|പ്രശ്ന|ചോദ്യ|അറിയാൻ|പ്രവർത്തിക്കുന്നില്ല|പറ്റുമോ|കഴിയുമോ",
  "たいのですが|たいんですが|たいです|たいと思|お願いしたい|してほしい|していただけ|してもらえ|てください|困って|問題が|質問が|できません|動きません|ですが、",
  "我想|我要|我需要|我打电话|我打電話|能不能|可不可以|可以帮我|可以幫我|帮我|幫我|请问|請問|有问题|有問題|有个问题|不能用|用不了|我希望|想查|想問|想问|唔該幫",
];

// Whole sentences that say nothing about what the speaker wants.
const PLEASANTRIES = [
  "hi|hello|hey|hi there|hello there|good morning|good afternoon|good evening|good day|yes|yeah|yep|no|ok|okay|sure|thanks|thank you|please|how are you|i'm fine|i'm good|fine|great|can you hear me|are you there|one moment|speaking|who is this",
  "hola|buenas|buenos días|buenas tardes|buenas noches|sí|si|no|vale|gracias|qué tal|cómo está|cómo estás|diga|dígame|por favor",
  "olá|oi|alô|bom dia|boa tarde|boa noite|sim|não|ok|tudo bem|obrigado|obrigada|por favor",
  "bonjour|bonsoir|salut|allô|oui|non|d'accord|merci|s'il vous plaît|ça va|comment allez-vous",
  "hallo|guten tag|guten morgen|guten abend|grüß gott|moin|servus|ja|nein|gut|danke|bitte",
  "merhaba|selam|alo|iyi günler|günaydın|iyi akşamlar|evet|hayır|tamam|teşekkürler|teşekkür ederim|lütfen|nasılsınız",
  "здравствуйте|привет|алло|алё|добрый день|доброе утро|добрый вечер|да|нет|хорошо|спасибо|пожалуйста",
  "xin chào|chào|chào bạn|chào anh|chào chị|chào em|alo|a lô|vâng|dạ|dạ vâng|không|được|cảm ơn|ok",
  "مرحبا|مرحباً|أهلا|أهلاً|السلام عليكم|وعليكم السلام|صباح الخير|مساء الخير|ألو|الو|نعم|لا|شكرا|شكراً|تمام|كيف حالك",
  "नमस्ते|नमस्कार|हैलो|हेलो|हाय|हाँ|हां|जी|जी हाँ|नहीं|ठीक है|धन्यवाद|शुक्रिया|सुप्रभात",
  "നമസ്കാരം|നമസ്തേ|ഹലോ|ഹായ്|അതെ|ഉവ്വ്|ഇല്ല|അല്ല|ശരി|നന്ദി|സുപ്രഭാതം",
  "もしもし|こんにちは|こんばんは|おはようございます|はい|ええ|いいえ|お世話になっております|お世話になります|ありがとうございます|すみません|よろしくお願いします",
  "你好|您好|喂|早上好|早晨|下午好|晚上好|是|是的|係|係呀|不是|唔係|好|好的|谢谢|謝謝|多謝|唔該|再見|再见",
];

// Words before a name. Words that also begin other sentences ("I am", "soy") are left out.
const INTRODUCTIONS = [
  "my name is|my name's|this is|i'm called|me llamo|mi nombre es|le habla|meu nome é|me chamo|chamo-me|aqui é|je m'appelle|mon nom est",
  "mein name ist|ich heiße|hier ist|hier spricht|benim adım|adım|меня зовут|tôi tên là|tên tôi là|اسمي|मेरा नाम|എന്റെ പേര്|我叫|我姓|我的名字|我嘅名",
];
const JAPANESE_INTRODUCTION = /と(?:申|もう)します。?$/;

const MAX_INTRODUCTION_LENGTH = 45;

const bare = (text: string) =>
  fold(text)
    .replace(/[^\p{L}\p{M}\p{N}' ]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
const cues = (rows: readonly string[]) => rows.flatMap((row) => row.split("|")).map((cue) => `${fold(cue)}*`);

const HELP_OFFER = cues(HELP_OFFERS);
const WANT = cues(WANTS);
const INTRODUCTION = cues(INTRODUCTIONS);
const PLEASANTRY = new Set(PLEASANTRIES.flatMap((row) => row.split("|")).map(bare));

/** Whether an agent's utterance asks what the user wants, or opens a service line. */
export function offersHelp(utterance: string): boolean {
  return mentions(fold(utterance), HELP_OFFER);
}

/** Whether a sentence says that its speaker wants, needs, asks for, or misses something. */
export function saysWant(sentence: string): boolean {
  return mentions(fold(sentence), WANT);
}

/** Whether a sentence is only a greeting, thanks, yes, or no: every part between commas is one. */
export function isPleasantry(sentence: string): boolean {
  const parts = fold(sentence)
    .split(/[,،、，.!?;…。！？।؟]+/)
    .map(bare)
    .filter((part) => part !== "");
  return parts.every((part) => PLEASANTRY.has(part) || withoutName(part));
}

/** Whether a short sentence only says who is speaking: "This is Ana" does, "This is urgent" does not. */
export function isIntroduction(sentence: string): boolean {
  const text = sentence.trim();
  if (text.length > MAX_INTRODUCTION_LENGTH || saysWant(text)) return false;
  const folded = fold(text);
  const span = INTRODUCTION.map((cue) => cueSpan(folded, cue)).find((candidate) => candidate !== undefined);
  if (!span) return JAPANESE_INTRODUCTION.test(text);
  return /^[\s:：]*[^\p{Ll}\s:：]/u.test(clean(text).slice(span[1]));
}

// "Hi Anna" and "Hello Mr Smith": a greeting with a name.
function withoutName(part: string): boolean {
  const words = part.split(" ");
  return words.length <= 3 && (words[0]?.length ?? 0) > 1 && GREETING_WITH_NAME.has(words[0] ?? "");
}

const GREETING_WITH_NAME = new Set([
  "hi",
  "hello",
  "hey",
  "hola",
  "olá",
  "oi",
  "bonjour",
  "hallo",
  "merhaba",
  "привет",
  "chào",
  "مرحبا",
]);
