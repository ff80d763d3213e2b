import type { LanguageCode } from "../../contract/values.ts";

/** What stands before a name, a telephone number, an email address and an address in a record. */
export type Labels = readonly [name: string, phone: string, email: string, address: string];

/** English records are written in sentences. */
export const LABELS: Readonly<Record<Exclude<LanguageCode, "en">, Labels>> = {
  es: ["Nombre", "Teléfono", "Correo electrónico", "Dirección"],
  pt: ["Nome", "Telefone", "E-mail", "Endereço"],
  fr: ["Nom", "Téléphone", "Adresse e-mail", "Adresse"],
  de: ["Name", "Telefon", "E-Mail", "Adresse"],
  tr: ["Adı", "Telefon", "E-posta", "Adres"],
  ru: ["Имя", "Телефон", "Электронная почта", "Адрес"],
  vi: ["Họ tên", "Điện thoại", "Email", "Địa chỉ"],
  ar: ["الاسم الكامل", "الهاتف", "البريد الإلكتروني", "العنوان"],
  hi: ["नाम", "फ़ोन", "ईमेल", "मेरा पता"],
  ml: ["പേര്", "ഫോൺ", "ഇമെയിൽ", "വിലാസം"],
  ja: ["名前", "電話", "メールアドレス", "住所"],
  zh: ["姓名", "电话", "邮箱", "地址"],
  yue: ["姓名", "電話", "電郵", "地址"],
};
