import { cross, type Language, list } from "../language.ts";

const SUBJECT =
  "(?:(?:el|la|un|una) )?(?:usuario|usuaria|cliente|clienta|llamante|paciente|persona|él|ella|usted|tú)";

export const es: Language = {
  code: "es",
  phrases: {
    greeting: ["Hola.", "Buenas.", "Hola, ¿qué tal?"],
    answer: ["Es {value}.", "Sería {value}.", "{value}."],
    answer_list: ["{value}.", "Son {value}."],
    answer_name: ["Me llamo {value}.", "Soy {value}.", "{value}."],
    answer_again: ["Como ya dije, es {value}.", "Otra vez: {value}."],
    unknown: ["No lo sé.", "Eso no lo sé.", "Ni idea, la verdad."],
    unsure: ["No sabría decirle.", "No lo tengo claro."],
    unknown_personal: ["Prefiero no decirlo.", "Eso prefiero no darlo."],
    unknown_rest: ["Lo demás no lo sé.", "El resto no lo sé."],
    yes: ["Sí, correcto.", "Sí, eso es.", "Exacto."],
    correction: ["No, es {value}.", "No, debería ser {value}."],
    go_ahead: ["Sí, por favor.", "Sí, adelante.", "Sí, hágalo, por favor."],
    decline: ["No, gracias.", "No hace falta, gracias."],
    either: ["Me da igual.", "Como le venga mejor.", "Cualquiera me va bien."],
    acknowledge: ["De acuerdo.", "Vale.", "Entiendo."],
    wait: ["Claro, espero.", "Vale, sin prisa.", "No hay problema."],
    next_goal: ["Gracias. Hay una cosa más. {intent}", "Muy bien. Y otra cosa: {intent}"],
    confirm_done: [
      "Perfecto, gracias. Era lo que necesitaba.",
      "Estupendo, entonces ya está. Gracias.",
      "Qué bien, muchas gracias.",
    ],
    confirm_answered: [
      "Vale, eso responde a mi pregunta. Gracias.",
      "Bueno es saberlo, gracias. Era lo que quería saber.",
    ],
    closing: ["Gracias, adiós.", "Gracias por su ayuda, hasta luego.", "Muy bien, gracias y adiós."],
    closing_no_more: ["No, eso es todo. Gracias, adiós.", "Eso era todo, gracias. Hasta luego."],
    repeat: [
      "Perdone, ¿me lo puede repetir?",
      "Perdone, ¿qué quiere decir?",
      "No lo he entendido bien, perdone.",
    ],
    as_written: ["Como le escribí: {intent}", "Como decía: {intent}"],
    restate: ["Se lo digo otra vez. {intent}", "Una vez más, para que nos entendamos: {intent}"],
    not_yet: ["Espere, aún no hemos terminado. {intent}", "Un momento, eso aún no está resuelto. {intent}"],
    give_up: [
      "Creo que así no llegamos a nada. Lo dejo por ahora. Adiós.",
      "Esto no funciona. Lo dejo aquí. Adiós.",
    ],
    push_back: ["¿De verdad no puede hacer nada?", "¿No hay ninguna otra forma?"],
    accept_refusal: ["Bueno, entonces lo dejo. Adiós.", "Qué pena. Déjelo entonces. Adiós."],
    accept_transfer: ["De acuerdo, gracias.", "Vale, gracias."],
    check_in: ["¿Sigue ahí?", "¿Hola? ¿Puede leerme?"],
    elaboration: [
      "Espero que me pueda ayudar con esto.",
      "Dígame si necesita algo más de mí.",
      "Gracias por mirarlo.",
    ],
    apology: ["Perdone, mi español no es muy bueno."],
    hesitation: ["Eh…", "Pues…"],
  },
  traits: {
    impatient: ["No tengo mucho tiempo.", "¿Podemos ir más rápido, por favor?", "¿Cuánto va a tardar esto?"],
    angry: ["Esto me molesta mucho.", "Esto es ridículo.", "Se me está acabando la paciencia."],
    confused: ["Me pierdo un poco.", "No sé si le sigo.", "Todo esto me resulta confuso."],
    hard_of_hearing: [
      "Hable claro, por favor, oigo mal.",
      "Espero haberlo entendido bien.",
      "Con frases cortas me entero mejor.",
    ],
    talkative: [
      "Qué bien hablar con alguien, por cierto.",
      "Me gusta charlar un poco, espero que no le importe.",
      "Pero ya me estoy enrollando.",
    ],
    polite: ["Muchas gracias de antemano.", "Es usted muy amable.", "Le agradezco mucho su ayuda."],
  },
  cues: {
    ask: list(
      "puede decirme|puede darme|puede indicarme|puede facilitarme|puede confirmar*|puede explicar*|puede describir*|podría*|me da|me dice|me indica|me facilita|me confirma|dígame|dime|indíqueme|indícame|deme|dame|facilíteme|proporcione*|necesito su|necesito tu|necesito que|necesitaría|confirme|confírmeme|introduzca|escriba|quiere que|desea que|le gustaría",
    ),
    please: list("por favor"),
    wh: list("qué|cuál|cuáles|cuándo|dónde|quién|cómo|cuánto|cuánta|cuántos|cuántas|por qué"),
    greeting: list("hola|buenos días|buenas tardes|buenas noches|buenas|bienvenido|bienvenida"),
    done: [
      ...cross(
        "he |hemos |se ha ",
        "abierto|activado|actualizado|agendado|ajustado|ampliado|anulado|aplicado|arreglado|añadido|bloqueado|cambiado|cancelado|cerrado|completado|confirmado|corregido|creado|desactivado|devuelto|emitido|encargado|enviado|generado|gestionado|hecho|modificado|pedido|procesado|programado|realizado|reembolsado|registrado|renovado|reprogramado|reservado|restablecido|resuelto|solicitado|solucionado|tramitado",
      ),
      ...cross(
        "ha sido |han sido |queda |está ",
        "abiert*|activad*|actualizad*|agendad*|ajustad*|ampliad*|anulad*|aplicad*|arreglad*|añadid*|bloquead*|cambiad*|cancelad*|cerrad*|completad*|confirmad*|corregid*|cread*|desactivad*|devuelt*|emitid*|encargad*|enviad*|generad*|gestionad*|hech*|list*|modificad*|pedid*|procesad*|programad*|realizad*|reembolsad*|registrad*|renovad*|reprogramad*|reservad*|restablecid*|resuelt*|solicitad*|solucionad*|tramitad*",
      ),
      ...list("ha quedado|ya está|listo|hecho|con éxito|correctamente|todo arreglado|está listo|está lista"),
    ],
    not_done: list(
      "no|aún|todavía|cuando|si|una vez|hasta|antes de|después de|será|serán|podría|lamentablemente|desgraciadamente|rechazad*|error",
    ),
    closing: list(
      "adiós|hasta luego|hasta pronto|que tenga un*|que tengas un*|buen día|buen fin de semana|de nada|ha sido un placer|cuídese",
    ),
    acknowledgement: list(
      "puedo ayudar*|le ayudo|te ayudo|con mucho gusto|entiendo|entendido|claro|por supuesto|sin problema|de acuerdo|perfecto|muy bien|gracias por",
    ),
    more: list(
      "algo más|alguna otra cosa|otra cosa|alguna otra pregunta|otra consulta|alguna duda más|más preguntas",
    ),
    refusal: list(
      "no puedo|no podemos|no es posible|no me es posible|no está permitido|no se puede|no se permite|imposible|no cumple|no tiene derecho|no ofrecemos|no disponemos|en contra de nuestra política",
    ),
    transfer: list(
      "le transfiero|te transfiero|le paso con|te paso con|le comunico con|le pongo con|transferirle|transferirlo|transferirla|pasarle con|un compañero|una compañera|un agente humano",
    ),
    hold: list(
      "un momento|un segundo|un instante|espere|espera|no cuelgue|permítame|déjeme comprobar|déjeme ver|déjeme revisar|déjame ver|estoy comprobando|estoy revisando|voy a comprobar|voy a revisar|voy a mirar|lo compruebo|lo reviso",
    ),
    check: list(
      "es correcto|¿correcto?|correcto?|¿verdad?|verdad?|¿cierto?|cierto?|es así|¿de acuerdo?|está bien así|me confirma que|confirma que|para confirmar|le parece bien",
    ),
    proceed: list(
      "quiere que|quieres que|desea que|procedo|proceder|procedemos|continúo|continuamos|continuar|sigo adelante|lo hago|le parece bien si|está seguro|está segura|puedo seguir",
    ),
    offer: list(
      "quiere|quieres|desea|le gustaría|te gustaría|le interesa|le interesaría|puedo ofrecer*|necesita",
    ),
    choice: list(
      "prefiere|prefieres|cuál prefiere|le viene mejor|te viene mejor|le conviene|le va mejor|elija|elegir|escoger",
    ),
    or: list("o"),
    repeat: list(
      "puede repetir*|podría repetir*|repita|repítame|no le he entendido|no he entendido|no le entendí|no entendí|no entiendo|no comprendo|reformular*",
    ),
    details: list(
      "más detalles|más información|cuénteme|cuéntame|describa|describir|explique|explicar|qué ocurrió|qué pasó|qué ha pasado|qué sucede|qué ocurre|cuál es el problema|cuál es el inconveniente|en qué consiste",
    ),
    informational: list(
      "saber|preguntar|pregunta|averiguar|informarme|información|duda|si hay|cuándo|cuánto|cuál|dónde|cómo|qué|horario|estado",
    ),
  },
  slots: {
    name: {
      ask: list(
        "su nombre|tu nombre|nombre completo|nombre y apellidos|nombre y apellido|apellido|apellidos|cómo se llama|cómo te llamas|con quién hablo|a nombre de quién|a qué nombre|titular",
      ),
      near: list("nombre"),
    },
    order_number: {
      ask: list(
        "número de pedido|número de su pedido|número de tu pedido|número del pedido|número de orden|código de pedido|número de seguimiento",
      ),
      near: list("pedido|orden"),
    },
    booking_number: {
      ask: list(
        "número de reserva|número de su reserva|código de reserva|localizador|número de confirmación|código de confirmación|número de reservación|referencia de la reserva|número de referencia",
      ),
      near: list("reserva|reservación|referencia|confirmación"),
    },
    account_number: {
      ask: list(
        "número de cuenta|número de su cuenta|número de cliente|código de cliente|número de socio|número de póliza|número de contrato|número de afiliado|número de paciente",
      ),
      near: list("cuenta|póliza|contrato"),
    },
    case_number: {
      ask: list(
        "número de caso|número de incidencia|número de reclamación|número de expediente|número de ticket",
      ),
      near: list("caso|incidencia|reclamación|expediente"),
    },
    card_number: {
      ask: list(
        "número de tarjeta|número de su tarjeta|últimos cuatro dígitos|últimas cuatro cifras|últimos 4 dígitos",
      ),
      near: list("tarjeta"),
    },
    phone: {
      ask: list(
        "número de teléfono|su teléfono|tu teléfono|teléfono de contacto|número de contacto|número de móvil|número de celular|a qué número",
      ),
      near: list("teléfono|móvil|celular"),
    },
    email: { ask: list("correo electrónico|correo|email|e-mail|dirección de correo") },
    address: {
      ask: list(
        "su dirección|tu dirección|dirección de envío|dirección de entrega|dirección postal|la dirección|dónde vive|domicilio",
      ),
      near: list("vivo en|vives en|vive en|dirección"),
    },
    postal_code: { ask: list("código postal") },
    date_of_birth: {
      ask: list("fecha de nacimiento|cuándo nació|cuándo naciste|cumpleaños"),
      near: list("nací el|nació el|naciste el|nacido el|nacida el"),
    },
    date: {
      ask: list(
        "qué fecha|la fecha|fecha y hora|nueva fecha|qué día|cuándo quiere|cuándo desea|cuándo le|cuándo fue|cuándo es|para cuándo|fecha de entrada|fecha de salida",
      ),
    },
    time: { ask: list("qué hora|a qué hora|la hora|fecha y hora|nueva hora|horario prefiere") },
    quantity: {
      ask: list("cuántos|cuántas|número de personas|cantidad"),
      near: list(
        "personas|adultos|pasajeros|huéspedes|entradas|billetes|noches|habitaciones|unidades|mesa para",
      ),
    },
    amount: {
      ask: list("cuánto dinero|qué importe|el importe|qué cantidad|presupuesto|qué precio|el monto"),
    },
    product: {
      ask: list(
        "qué producto|qué artículo|qué modelo|qué servicio|cuál es el producto|cuál de los productos|qué compró|qué busca|qué plan",
      ),
    },
    reason: { ask: list("por qué|el motivo|qué motivo|la razón|cuál es el motivo") },
  },
  intent: {
    forms: [
      [new RegExp(`^${SUBJECT} (?:quiere|quieres|desea|deseas|querría|quisiera) `, "iu"), "Quiero "],
      [new RegExp(`^${SUBJECT} (?:necesita|necesitas) `, "iu"), "Necesito "],
      [new RegExp(`^${SUBJECT} (?:tiene|tienes) `, "iu"), "Tengo "],
      [new RegExp(`^${SUBJECT} (?:llama|llamas) `, "iu"), "Llamo "],
      [/^(?:quieres?|deseas?) /iu, "Quiero "],
      [/^necesitas? /iu, "Necesito "],
      [/^(?=\p{L}+(?:ar|er|ir|arse|erse|irse|arlo|arla|erlo|erla|irlo|irla)(?!\p{L}))/iu, "Quiero "],
    ],
    pronouns: [
      [/(?<!\p{L})(?:su|tu)(?!\p{L})/giu, "mi"],
      [/(?<!\p{L})(?:sus|tus)(?!\p{L})/giu, "mis"],
    ],
    lowercase: true,
    about: "Se trata de lo siguiente: {intent}",
    instruction:
      /^(?:si |cuando |nunca |siempre |no (?:des|dé|digas|diga|menciones|mencione|aceptes|acepte) |sé |sea |habla |hable |di |diga |finge |finja |actúa |actúe |insiste |insista |solo |después de |antes de )/iu,
  },
  first_person: list(
    "yo|me|mi|mis|mío|mía|quiero|necesito|tengo|he|soy|estoy|quisiera|llamo|nosotros|nuestro|nuestra",
  ),
  names: {
    strong: list("me llamo|te llamas|se llama|mi nombre es|tu nombre es|su nombre es|llamado|llamada|nombre"),
    weak: list("soy|eres|usted es"),
    end: [],
  },
  dates: {
    months: list(
      "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre/setiembre|octubre|noviembre|diciembre",
    ),
    days: list("lunes|martes|miércoles|jueves|viernes|sábado|domingo|hoy|mañana|pasado mañana|ayer"),
    modifiers: list("próximo|este|pasado"),
  },
  numbers: list("dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce"),
  small_words: list(
    "el|los|que|y|en|un|una|por|con|para|su|del|es|le|lo|las|está|puede|cuál|qué|gracias|mi|quiero",
  ),
};
