import { cross, type Language, list } from "../language.ts";

const SUBJECT =
  "(?:(?:o|a|um|uma) )?(?:usuário|usuária|utilizador|utilizadora|cliente|paciente|pessoa|ele|ela|você)";

export const pt: Language = {
  code: "pt",
  phrases: {
    greeting: ["Olá.", "Oi.", "Olá, tudo bem?"],
    answer: ["É {value}.", "Seria {value}.", "{value}."],
    answer_list: ["{value}.", "São {value}."],
    answer_name: ["Meu nome é {value}.", "Sou {value}.", "{value}."],
    answer_again: ["Como eu já disse, é {value}.", "De novo: {value}."],
    unknown: ["Não sei.", "Isso eu não sei.", "Não faço ideia."],
    unsure: ["Não sei dizer.", "Disso eu não tenho certeza."],
    unknown_personal: ["Prefiro não dizer.", "Isso eu prefiro não informar."],
    unknown_rest: ["O resto eu não sei.", "Quanto ao resto, não sei."],
    yes: ["Sim, está certo.", "Sim, correto.", "Isso mesmo."],
    correction: ["Não, é {value}.", "Não, deveria ser {value}."],
    go_ahead: ["Sim, por favor.", "Sim, pode fazer.", "Sim, pode seguir."],
    decline: ["Não, agradeço.", "Não precisa, valeu."],
    either: ["Para mim tanto faz.", "O que for melhor para você.", "Qualquer um serve."],
    acknowledge: ["Tudo bem.", "Certo.", "Entendi."],
    wait: ["Claro, eu espero.", "Tudo bem, sem pressa.", "Sem problema."],
    next_goal: ["Agradeço. Tem mais uma coisa. {intent}", "Ótimo. E mais uma coisa: {intent}"],
    confirm_done: [
      "Ótimo, agradeço. Era isso que eu precisava.",
      "Perfeito, então está resolvido. Valeu.",
      "Que bom, agradeço muito.",
    ],
    confirm_answered: [
      "Certo, isso responde à minha pergunta. Agradeço.",
      "Bom saber, agradeço. Era isso que eu queria saber.",
    ],
    closing: ["Agradeço, tchau!", "Agradeço a ajuda, até logo!", "Está bem, valeu e tchau!"],
    closing_no_more: ["Não, é só isso. Agradeço, tchau!", "Era só isso, agradeço. Até logo!"],
    repeat: ["Desculpe, pode repetir?", "Desculpe, o que quer dizer?", "Não entendi bem, desculpe."],
    as_written: ["Como escrevi: {intent}", "Como eu disse: {intent}"],
    restate: ["Vou dizer de novo. {intent}", "Mais uma vez, para a gente se entender: {intent}"],
    not_yet: [
      "Espere, ainda não terminamos. {intent}",
      "Um momento, isso ainda não está resolvido. {intent}",
    ],
    give_up: [
      "Acho que assim não vamos chegar a lugar nenhum. Vou deixar por agora. Tchau.",
      "Isso não está funcionando. Vou parar por aqui. Tchau.",
    ],
    push_back: ["Não há mesmo nada que possa fazer?", "Não tem nenhum outro jeito?"],
    accept_refusal: ["Está bem, então deixo assim. Tchau.", "Que pena. Deixe para lá então. Tchau."],
    accept_transfer: ["Tudo bem, agradeço.", "Certo, valeu."],
    check_in: ["Você ainda está aí?", "Olá? Consegue ler isto?"],
    elaboration: [
      "Espero que possa me ajudar com isso.",
      "É só me dizer se precisar de mais alguma coisa.",
      "Agradeço por verificar.",
    ],
    apology: ["Desculpe, meu português não é muito bom."],
    hesitation: ["Hum…", "Bem…"],
  },
  traits: {
    impatient: [
      "Não tenho muito tempo.",
      "Dá para ir mais rápido, por favor?",
      "Quanto tempo isso ainda vai levar?",
    ],
    angry: ["Isso me irrita muito.", "Isso é ridículo.", "Estou perdendo a paciência."],
    confused: [
      "Estou um pouco sem entender.",
      "Não sei se estou acompanhando.",
      "Tudo isso é um pouco confuso.",
    ],
    hard_of_hearing: [
      "Fale claro, por favor, eu ouço mal.",
      "Espero ter entendido direito.",
      "Com frases curtas eu entendo melhor.",
    ],
    talkative: [
      "É bom falar com alguém, aliás.",
      "Gosto de conversar um pouco, espero que não se importe.",
      "Mas já estou falando demais.",
    ],
    polite: ["Desde já agradeço muito.", "É muita gentileza sua.", "Agradeço muito a sua ajuda."],
  },
  cues: {
    ask: list(
      "pode me|poderia|pode informar|pode dizer|pode confirmar|pode passar|pode explicar|pode descrever|me diga|diga-me|me informe|informe|me passe|me passa|forneça|preciso do seu|preciso da sua|preciso que|confirme|digite|escreva|quer que|deseja|gostaria",
    ),
    please: list("por favor"),
    wh: list(
      "o que|que horas|que dia|que data|qual|quais|quando|onde|quem|como|quanto|quanta|quantos|quantas|por que|porquê|por quê",
    ),
    greeting: list("olá|oi|bom dia|boa tarde|boa noite|bem-vindo|bem-vinda"),
    done: [
      ...cross(
        "foi |foram |está ",
        "abert*|adicionad*|agendad*|ajustad*|alterad*|anulad*|aplicad*|ativad*|atualizad*|bloquead*|cancelad*|concluíd*|confirmad*|corrigid*|criad*|desativad*|devolvid*|emitid*|enviad*|fechad*|feit*|gerad*|marcad*|modificad*|processad*|pront*|reagendad*|realizad*|redefinid*|reembolsad*|registrad*|remarcad*|renovad*|reservad*|resolvid*|solicitad*",
      ),
      ...list(
        "já está|pronto|feito|cancelei|alterei|atualizei|reservei|processei|enviei|emiti|remarquei|reagendei|agendei|registrei|adicionei|criei|resolvi|marquei|cancelamos|alteramos|atualizamos|reservamos|processamos|enviamos|agendamos|com sucesso|tudo certo|tudo resolvido|bloqueei|solicitei|corrigi|ativei|desativei|gerei|abri|devolvi|apliquei|ajustei|renovei|redefini|confirmei|fiz",
      ),
    ],
    not_done: list(
      "não|ainda|quando|se|assim que|até|antes de|depois de|será|serão|poderia|infelizmente|recusad*|erro",
    ),
    closing: list(
      "tchau|adeus|até logo|até mais|até breve|tenha um*|bom fim de semana|de nada|por nada|disponha|foi um prazer|imagina",
    ),
    acknowledgement: list(
      "posso ajudar*|ajudo você|com prazer|entendo|entendi|claro|com certeza|sem problema|certo|perfeito|muito bem|obrigado por|obrigada por",
    ),
    more: list(
      "mais alguma coisa|algo mais|alguma outra coisa|outra dúvida|mais alguma dúvida|outra pergunta",
    ),
    refusal: list(
      "não posso|não podemos|não consigo|não conseguimos|não é possível|não é permitido|não será possível|impossível|não tem direito|não oferecemos|não temos como|contra a nossa política",
    ),
    transfer: list(
      "vou transferir|transferindo|transferir você|vou passar você|passar para um|encaminhar você|um atendente humano|um colega|uma colega",
    ),
    hold: list(
      "um momento|um instante|um segundo|só um minuto|aguarde|espere|deixe-me verificar|deixa eu ver|deixe-me ver|estou verificando|estou consultando|vou verificar|vou consultar|vou checar|verificando",
    ),
    check: list(
      "está correto|está certo|é isso|correto?|certo?|confere?|isso mesmo?|confirma que|pode confirmar que|para confirmar|tudo bem assim",
    ),
    proceed: list(
      "quer que eu|deseja que eu|gostaria que eu|posso prosseguir|prosseguir|posso continuar|continuar|posso seguir|posso confirmar|tem certeza|devo",
    ),
    offer: list("quer|deseja|gostaria|tem interesse|posso oferecer|precisa"),
    choice: list("prefere|qual prefere|fica melhor|é melhor para|escolha|escolher|lhe convém"),
    or: list("ou"),
    repeat: list(
      "pode repetir|poderia repetir|repita|não entendi|não compreendi|não consegui entender|reformular",
    ),
    details: list(
      "mais detalhes|mais informações|conte mais|me conte|descreva|descrever|explique|explicar|o que aconteceu|o que houve|qual é o problema|qual o problema|o que está acontecendo",
    ),
    informational: list(
      "saber|perguntar|pergunta|descobrir|dúvida|informação|informações|se há|se tem|quando|quanto|qual|onde|como|horário|status|situação",
    ),
  },
  slots: {
    name: {
      ask: list(
        "seu nome|teu nome|nome completo|sobrenome|apelido|como se chama|com quem falo|com quem estou falando|em nome de quem|em que nome|titular",
      ),
      near: list("nome"),
    },
    order_number: {
      ask: list(
        "número do pedido|número do seu pedido|número de pedido|número da encomenda|código do pedido|código de rastreio|número da compra",
      ),
      near: list("pedido|encomenda|compra"),
    },
    booking_number: {
      ask: list(
        "número da reserva|número da sua reserva|código da reserva|código de reserva|localizador|número de confirmação|código de confirmação|número de referência",
      ),
      near: list("reserva|referência|confirmação"),
    },
    account_number: {
      ask: list(
        "número da conta|número da sua conta|número de cliente|número do cliente|código de cliente|número da apólice|número do contrato|número de associado|número da carteirinha",
      ),
      near: list("conta|apólice|contrato"),
    },
    case_number: {
      ask: list(
        "número do caso|número do protocolo|número de protocolo|número da reclamação|número do chamado",
      ),
      near: list("caso|protocolo|chamado|reclamação"),
    },
    card_number: {
      ask: list("número do cartão|número do seu cartão|últimos quatro dígitos|últimos 4 dígitos"),
      near: list("cartão"),
    },
    phone: {
      ask: list(
        "número de telefone|seu telefone|telefone para contato|telefone de contato|número de contato|número de celular|número do celular|seu celular|telemóvel",
      ),
      near: list("telefone|celular|telemóvel"),
    },
    email: { ask: list("e-mail|email|correio eletrônico|endereço de e-mail") },
    address: {
      ask: list(
        "seu endereço|endereço de entrega|endereço de envio|endereço completo|o endereço|onde mora|morada",
      ),
      near: list("moro na|moro no|moro em|mora na|mora no|mora em|endereço|morada"),
    },
    postal_code: { ask: list("cep|código postal") },
    date_of_birth: {
      ask: list("data de nascimento|quando nasceu|aniversário"),
      near: list("nasci em|nasceu em|nascido em|nascida em"),
    },
    date: {
      ask: list(
        "qual data|que data|a data|data e hora|data e horário|nova data|que dia|qual dia|quando gostaria|quando deseja|quando foi|quando é|para quando|data de entrada|data de saída",
      ),
    },
    time: {
      ask: list(
        "que horas|a que horas|qual horário|que horário|o horário|data e hora|data e horário|novo horário",
      ),
    },
    quantity: {
      ask: list("quantos|quantas|número de pessoas|quantidade"),
      near: list("pessoas|adultos|passageiros|hóspedes|ingressos|bilhetes|noites|quartos|unidades|mesa para"),
    },
    amount: { ask: list("quanto dinheiro|qual o valor|qual valor|que valor|o valor|orçamento|qual o preço") },
    product: {
      ask: list(
        "qual produto|que produto|qual item|qual artigo|qual modelo|que modelo|qual serviço|que serviço|o que comprou|o que procura|qual plano",
      ),
    },
    reason: { ask: list("por que|por quê|porquê|o motivo|qual o motivo|qual motivo|a razão") },
  },
  intent: {
    forms: [
      [new RegExp(`^${SUBJECT} (?:quer|deseja|gostaria de|queria) `, "iu"), "Quero "],
      [new RegExp(`^${SUBJECT} precisa (de )?`, "iu"), "Preciso $1"],
      [new RegExp(`^${SUBJECT} (?:tem|possui) `, "iu"), "Tenho "],
      [/^(?:quer|deseja) /iu, "Quero "],
      [/^precisa (de )?/iu, "Preciso $1"],
      [/^(?=\p{L}+(?:ar|er|ir|ar-se|er-se|ir-se)(?!\p{L}))/iu, "Quero "],
    ],
    pronouns: [
      [/(?<!\p{L})(?:seu|teu)(?!\p{L})/giu, "meu"],
      [/(?<!\p{L})(?:sua|tua)(?!\p{L})/giu, "minha"],
      [/(?<!\p{L})(?:seus|teus)(?!\p{L})/giu, "meus"],
      [/(?<!\p{L})(?:suas|tuas)(?!\p{L})/giu, "minhas"],
    ],
    lowercase: true,
    about: "É sobre o seguinte: {intent}",
    instruction:
      /^(?:se |quando |nunca |sempre |não (?:dê|diga|mencione|aceite|informe) |seja |fale |diga |finja |aja |insista |só |somente |apenas |depois de |antes de )/iu,
  },
  first_person: list(
    "eu|me|meu|minha|meus|minhas|mim|quero|preciso|tenho|sou|estou|gostaria|queria|liguei|nós|nosso|nossa",
  ),
  names: {
    strong: list("meu nome é|seu nome é|o nome é|nome é|me chamo|chama-se|se chama|chamado|chamada|nome"),
    weak: list("sou|você é|eu sou"),
    end: [],
  },
  dates: {
    months: list("janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro"),
    days: list(
      "segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|segunda|terça|quarta|quinta|sexta|sábado|domingo|hoje|amanhã|depois de amanhã|ontem",
    ),
    modifiers: list("próxima|próximo|esta|este|última|último"),
  },
  numbers: list("dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze"),
  small_words: list(
    "o|os|que|e|em|um|uma|por|com|para|seu|sua|do|da|é|não|você|está|pode|qual|obrigado|obrigada|meu|minha|eu|quero",
  ),
};
