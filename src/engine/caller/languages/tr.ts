import { type Language, list } from "../language.ts";

const SUBJECT = "(?:kullanıcı|müşteri|arayan|arayan kişi|hasta|kişi|o|sen|siz)";

export const tr: Language = {
  code: "tr",
  phrases: {
    greeting: ["Merhaba.", "İyi günler.", "Selam."],
    answer: ["{value}.", "Şöyle: {value}.", "Hemen söyleyeyim: {value}."],
    answer_list: ["{value}.", "Şöyle: {value}."],
    answer_name: ["Adım {value}.", "İsmim {value}.", "{value}."],
    answer_again: ["Dediğim gibi, {value}.", "Tekrar söyleyeyim: {value}."],
    unknown: ["Bilmiyorum.", "Onu bilmiyorum.", "Maalesef bilmiyorum."],
    unsure: ["Emin değilim.", "Tam bilemiyorum."],
    unknown_personal: ["Bunu söylememeyi tercih ederim.", "Onu paylaşmak istemiyorum."],
    unknown_rest: ["Gerisini bilmiyorum.", "Diğerlerini bilmiyorum."],
    yes: ["Evet, doğru.", "Evet, aynen öyle.", "Doğru."],
    correction: ["Hayır, doğrusu {value}.", "Hayır, {value} olacak."],
    go_ahead: ["Evet, lütfen.", "Evet, olur.", "Evet, yapın lütfen."],
    decline: ["Hayır, teşekkürler.", "Gerek yok, sağ olun."],
    either: ["Benim için fark etmez.", "Size hangisi uygunsa.", "İkisi de olur."],
    acknowledge: ["Tamam.", "Peki.", "Anladım."],
    wait: ["Tabii, beklerim.", "Tamam, acele etmeyin.", "Sorun değil."],
    next_goal: ["Teşekkürler. Bir şey daha var. {intent}", "Harika. Bir de şu var: {intent}"],
    confirm_done: [
      "Çok iyi, teşekkürler. İhtiyacım olan buydu.",
      "Harika, o zaman halloldu. Sağ olun.",
      "Süper, çok teşekkür ederim.",
    ],
    confirm_answered: [
      "Tamam, bu sorumu yanıtlıyor. Teşekkürler.",
      "Bunu bilmek iyi oldu, teşekkürler. Öğrenmek istediğim buydu.",
    ],
    closing: [
      "Teşekkürler, hoşça kalın!",
      "Yardımınız için teşekkürler, iyi günler!",
      "Tamam, sağ olun, görüşmek üzere!",
    ],
    closing_no_more: ["Hayır, bu kadar. Teşekkürler, hoşça kalın!", "Hepsi buydu, teşekkürler. İyi günler!"],
    repeat: [
      "Pardon, tekrar eder misiniz?",
      "Pardon, ne demek istediniz?",
      "Tam anlayamadım, kusura bakmayın.",
    ],
    as_written: ["Yazdığım gibi: {intent}", "Söylediğim gibi: {intent}"],
    restate: ["Tekrar söyleyeyim. {intent}", "Anlaşabilmemiz için bir kez daha: {intent}"],
    not_yet: ["Bir dakika, daha bitmedi. {intent}", "Durun, bu henüz çözülmedi. {intent}"],
    give_up: [
      "Sanırım böyle bir yere varamayacağız. Şimdilik bırakıyorum. Hoşça kalın.",
      "Bu böyle olmuyor. Burada bırakıyorum. Hoşça kalın.",
    ],
    push_back: ["Gerçekten yapabileceğiniz hiçbir şey yok mu?", "Başka bir yolu yok mu?"],
    accept_refusal: ["Peki, o zaman kalsın. Hoşça kalın.", "Yazık oldu. Neyse, kalsın. Hoşça kalın."],
    accept_transfer: ["Tamam, teşekkürler.", "Peki, sağ olun."],
    check_in: ["Hâlâ orada mısınız?", "Alo? Bunu okuyabiliyor musunuz?"],
    elaboration: [
      "Umarım bu konuda yardımcı olabilirsiniz.",
      "Benden başka bir şey gerekirse söyleyin.",
      "İlgilendiğiniz için teşekkürler.",
    ],
    apology: ["Kusura bakmayın, Türkçem pek iyi değil."],
    hesitation: ["Şey…", "Yani…"],
  },
  traits: {
    impatient: ["Fazla vaktim yok.", "Biraz hızlanabilir miyiz lütfen?", "Bu daha ne kadar sürecek?"],
    angry: ["Bu duruma gerçekten sinirleniyorum.", "Bu çok saçma.", "Sabrım tükeniyor."],
    confused: [
      "Biraz kafam karıştı.",
      "Takip edebiliyor muyum, emin değilim.",
      "Bunların hepsi biraz karışık.",
    ],
    hard_of_hearing: [
      "Açık konuşun lütfen, zor duyuyorum.",
      "Umarım doğru anlamışımdır.",
      "Kısa cümleleri daha iyi anlıyorum.",
    ],
    talkative: [
      "Bu arada biriyle konuşmak güzel.",
      "Biraz sohbet etmeyi severim, umarım sakıncası yoktur.",
      "Ama yine çok konuştum.",
    ],
    polite: ["Şimdiden çok teşekkür ederim.", "Çok naziksiniz.", "Yardımınız için gerçekten minnettarım."],
  },
  cues: {
    ask: list(
      "alabilir miyim|öğrenebilir miyim|rica edebilir miyim|söyler misiniz|söyleyebilir misiniz|paylaşır mısınız|paylaşabilir misiniz|verir misiniz|verebilir misiniz|belirtir misiniz|yazar mısınız|onaylar mısınız|teyit eder misiniz|ister misiniz|istiyor musunuz|söyleyin|belirtin|girin|yazın|iletin|anlatır mısınız|anlatabilir misiniz|gerekiyor|ihtiyacım var|nedir",
    ),
    please: list("lütfen|rica ederim"),
    wh: list("ne|nedir|hangi|hangisi|ne zaman|nerede|nereye|kim|kiminle|nasıl|kaç|neden|niçin|niye"),
    greeting: list("merhaba|selam|iyi günler|günaydın|iyi akşamlar|hoş geldiniz|alo"),
    done: list(
      "iptal edildi|iptal ettim|iptal ettik|değiştirildi|değiştirdim|güncellendi|güncelledim|onaylandı|onayladım|rezerve edildi|ayırttım|işlendi|işleme alındı|gönderildi|gönderdim|kaydedildi|kaydettim|oluşturuldu|oluşturdum|tamamlandı|tamamladım|ertelendi|erteledim|taşındı|taşıdım|iade edildi|iade ettim|çözüldü|çözdüm|eklendi|ekledim|silindi|sildim|alındı|ayarlandı|ayarladım|düzeltildi|düzelttim|yapıldı|yaptım|başarıyla|hallettim|halledildi|hazır|işlem tamam|randevunuz alınmıştır|edilmiştir|yapılmıştır|oluşturulmuştur|gönderilmiştir|güncellenmiştir|bloke ettim|bloke edildi|kapatıldı|kapattım|açıldı|açtım|aktifleştirildi|aktif edildi|talep oluşturuldu|sipariş edildi|sipariş ettim|sıfırlandı|sıfırladım|yenilendi|yeniledim|uzatıldı|uzattım|planlandı|planladım|rezerve ettim",
    ),
    not_done: list(
      "değil|henüz|eğer|zaman|önce|sonra|edilecek|yapılacak|olacak|gönderilecek|maalesef|ne yazık ki|reddedildi|hata|edilmedi|yapılmadı|edilemedi|yapılamadı",
    ),
    closing: list(
      "hoşça kalın|hoşçakalın|güle güle|iyi günler dilerim|iyi günler dileriz|iyi akşamlar dilerim|iyi çalışmalar|rica ederim|rica ederiz|ne demek|memnun oldum|yardımcı olabildiysem|görüşmek üzere|kendinize iyi bakın",
    ),
    acknowledgement: list(
      "yardımcı olabilirim|yardımcı olayım|yardımcı olacağım|memnuniyetle|anlıyorum|anladım|tabii|elbette|sorun değil|tamam|peki|teşekkür*|not aldım",
    ),
    more: list("başka bir|başka nasıl|başka bir şey|başka sorunuz|başka bir konuda|başka yardımcı"),
    refusal: list(
      "yapamıyorum|yapamıyoruz|yapamam|yapamayız|edemiyorum|edemiyoruz|edemem|edemeyiz|mümkün değil|mümkün olmuyor|izin verilmiyor|imkansız|imkânsız|sunmuyoruz|hakkınız yok|politikamıza aykırı|yardımcı olamıyorum|yardımcı olamam",
    ),
    transfer: list(
      "sizi aktarıyorum|sizi bağlıyorum|sizi yönlendiriyorum|aktaracağım|bağlayacağım|yetkili arkadaşıma|meslektaşıma|canlı temsilci*|müşteri temsilcisine aktar*",
    ),
    hold: list(
      "bir dakika|bir saniye|bir an|lütfen bekleyin|bekleyin|hatta kalın|hemen bakıyorum|bakıyorum|kontrol ediyorum|kontrol edeyim|hemen kontrol|bakayım|inceliyorum|sorguluyorum",
    ),
    check: list(
      "doğru mu|doğru mudur|değil mi|onaylıyor musunuz|teyit ediyor musunuz|doğru anladım mı|uygun mu|uygun mudur|bu bilgiler doğru",
    ),
    proceed: list(
      "devam edeyim mi|devam edelim mi|onaylayayım mı|yapayım mı|edeyim mi|oluşturayım mı|göndereyim mi|ayarlayayım mı|yapmamı ister misiniz|etmemi ister misiniz|emin misiniz|işlemi başlatayım mı|devam etmek ister misiniz",
    ),
    offer: list(
      "ister misiniz|istiyor musunuz|arzu eder misiniz|ilgilenir misiniz|önerebilir miyim|ihtiyacınız var mı",
    ),
    choice: list(
      "tercih edersiniz|hangisini|size daha uygun|seçer misiniz|seçin|hangisi uygun|hangi seçenek",
    ),
    or: list("mi yoksa|mı yoksa|veya|ya da|yoksa"),
    repeat: list(
      "tekrar eder misiniz|tekrarlar mısınız|tekrar edebilir misiniz|tekrarlayabilir misiniz|anlayamadım|anlamadım|başka bir şekilde",
    ),
    details: list(
      "daha fazla bilgi|ayrıntı*|detay*|anlatır mısınız|anlatabilir misiniz|açıklar mısınız|açıklayabilir misiniz|ne oldu|sorun nedir|sorun tam olarak|tam olarak ne",
    ),
    informational: list(
      "öğrenmek|sormak|sorum|soru|bilgi|bilmek|merak|ne zaman|ne kadar|kaç|hangi|nerede|nasıl|var mı|açık mı|durumu|çalışma saatleri",
    ),
  },
  slots: {
    name: {
      ask: list(
        "adınız|adınızı|isminiz|isminizi|adınız soyadınız|adınızı soyadınızı|ad soyad|soyadınız|soyadınızı|kiminle görüşüyorum|kimin adına|hangi isimle",
      ),
      near: list("adı|ismi"),
    },
    order_number: {
      ask: list("sipariş numara*|sipariş no|sipariş kod*|takip numara*|kargo takip*"),
      near: list("sipariş|siparişim|siparişimi|siparişi"),
    },
    booking_number: {
      ask: list(
        "rezervasyon numara*|rezervasyon kod*|rezervasyon no|onay numara*|onay kod*|referans numara*|pnr*",
      ),
      near: list("rezervasyon|rezervasyonum|rezervasyonumu|referans"),
    },
    account_number: {
      ask: list(
        "hesap numara*|müşteri numara*|müşteri no|üye numara*|üyelik numara*|poliçe numara*|sözleşme numara*|abone numara*|hasta numara*",
      ),
      near: list("hesap|hesabım|poliçe|sözleşme"),
    },
    case_number: {
      ask: list("talep numara*|şikayet numara*|şikâyet numara*|dosya numara*|kayıt numara*"),
      near: list("talep|şikayet|dosya"),
    },
    card_number: { ask: list("kart numara*|son dört hane*|son 4 hane*"), near: list("kart|kartım") },
    phone: {
      ask: list(
        "telefon numara*|telefonunuz|telefonunuzu|cep telefonu*|iletişim numara*|hangi numaradan|size ulaşabileceğimiz",
      ),
      near: list("telefon|telefonum|cep"),
    },
    email: { ask: list("e-posta*|eposta*|e-mail*|email*|mail adres*") },
    address: {
      ask: list(
        "adresiniz|adresinizi|teslimat adres*|ev adres*|fatura adres*|açık adres*|nerede oturuyorsunuz|nerede yaşıyorsunuz",
      ),
      near: list("adresim|adresi|adres"),
    },
    postal_code: { ask: list("posta kod*") },
    date_of_birth: { ask: list("doğum tarih*|ne zaman doğdunuz|doğum gün*"), near: list("doğum") },
    date: {
      ask: list(
        "hangi tarih*|hangi gün|tarih ve saat|yeni tarih|ne zaman|giriş tarihi|çıkış tarihi|tarih nedir",
      ),
    },
    time: { ask: list("saat kaç*|hangi saat*|tarih ve saat|yeni saat|saat tercihiniz") },
    quantity: {
      ask: list("kaç kişi*|kaç bilet*|kaç gece*|kaç adet|kaç tane|kişi sayısı|miktar"),
      near: list("kişi|kişilik|yetişkin|yolcu|bilet|gece|oda|adet|tane"),
    },
    amount: { ask: list("ne kadar para|hangi tutar|tutar nedir|tutarı|bütçeniz|hangi fiyat") },
    product: {
      ask: list("hangi ürün*|hangi model*|hangi hizmet*|hangi paket*|ne sipariş ettiniz|ne arıyorsunuz"),
    },
    reason: { ask: list("neden|niçin|niye|sebebi|nedeni|sebebini|nedenini|nedeniniz") },
  },
  intent: {
    forms: [
      [new RegExp(`^${SUBJECT} (.+?) (?:istiyor|istiyorsun|istiyorsunuz)(?=[.!]?$)`, "iu"), "$1 istiyorum"],
      [/^(.+ \p{L}+m[ea]k)(?=[.!]?$)/iu, "$1 istiyorum"],
      [/^(.+ \p{L}+) istiyor(?=[.!]?$)/iu, "$1 istiyorum"],
    ],
    pronouns: [
      [/(\p{L}{3,}[aeıioöuü])s[ıiuü]n([ıiuü])(?!\p{L})/gu, "$1m$2"],
      [/(\p{L}{3,}[ıiuü])n([ıiuü])(?!\p{L})/gu, "$1m$2"],
    ],
    lowercase: false,
    about: "Konu şu: {intent}",
    instruction:
      /^(?:eğer |asla |her zaman |sadece |yalnızca |önce |sonra )|(?:ysa|yse|rsa|rse) |(?:davran|konuş|söyleme|verme)[.!]?$/iu,
  },
  first_person: list(
    "ben|bana|beni|benim|istiyorum|ihtiyacım|biz|bizim|*yorum|kartım*|siparişim*|hesabım*|randevum*",
  ),
  names: {
    strong: list("adım|ismim|benim adım|adın|ismin|adınız|isminiz|adı|ismi"),
    weak: list("ben|sen|siz"),
    end: [],
  },
  dates: {
    months: list("ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık"),
    days: list("pazartesi|salı|çarşamba|perşembe|cuma|cumartesi|pazar|bugün|yarın|dün|öbür gün"),
    modifiers: list("gelecek|önümüzdeki|bu|geçen"),
  },
  numbers: list("iki|üç|dört|beş|altı|yedi|sekiz|dokuz|on|on bir|on iki"),
  small_words: list("ve|bir|bu|için|ile|ne|mi|mı|mu|size|nasıl|lütfen|var|yok|değil|ben|siz|da|de|çok|tamam"),
};
