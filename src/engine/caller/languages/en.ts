import { cross, type Language, list } from "../language.ts";

const SUBJECT = "(?:(?:the|this|a|an) )?(?:user|customer|caller|client|patient|guest|person|he|she|they|you)";

export const en: Language = {
  code: "en",
  phrases: {
    greeting: ["Hello.", "Hi.", "Hi there."],
    answer: ["It's {value}.", "That would be {value}.", "{value}."],
    answer_list: ["{value}.", "That's {value}."],
    answer_name: ["My name is {value}.", "It's {value}.", "{value}."],
    answer_again: ["As I said, it's {value}.", "Again, it's {value}."],
    unknown: ["I don't know.", "I'm not sure about that.", "Sorry, I don't know."],
    unsure: ["I'm not sure.", "I can't say for sure."],
    unknown_personal: ["I'd rather not say.", "I'd rather keep that to myself."],
    unknown_rest: ["The rest I don't know.", "I'm not sure about the rest."],
    yes: ["Yes, that's right.", "Yes, correct.", "That's right."],
    correction: ["No, it's {value}.", "No, that should be {value}."],
    go_ahead: ["Yes, please.", "Yes, go ahead.", "Yes, please do."],
    decline: ["No, thank you.", "No, thanks.", "I don't need that, thanks."],
    either: ["Either is fine with me.", "I don't mind, whatever suits you.", "Whatever is easier for you."],
    acknowledge: ["Okay.", "All right.", "I see."],
    wait: ["Sure, I'll wait.", "Okay, take your time.", "No problem."],
    next_goal: ["Thank you. There is one more thing. {intent}", "Great. And something else: {intent}"],
    confirm_done: [
      "Great, thank you. That's what I needed.",
      "Perfect, that's all sorted then. Thanks.",
      "Wonderful, thank you so much.",
    ],
    confirm_answered: [
      "Okay, that answers my question. Thank you.",
      "Good to know, thanks. That's what I wanted to hear.",
    ],
    closing: ["Thank you, bye!", "Thanks for your help, bye!", "All right, thanks and goodbye!"],
    closing_no_more: ["No, that's all. Thank you, bye!", "That was everything, thanks. Bye!"],
    repeat: [
      "Sorry, could you say that again?",
      "Sorry, what do you mean?",
      "I didn't quite get that, sorry.",
    ],
    as_written: ["As I wrote: {intent}", "As I said before: {intent}"],
    restate: ["Let me put it again. {intent}", "Once more, so that we understand each other: {intent}"],
    not_yet: ["Wait, we're not done yet. {intent}", "Hold on, that's not settled yet. {intent}"],
    give_up: [
      "I don't think we're getting anywhere. I'll leave it for now. Bye.",
      "This isn't working. I'll stop here. Bye.",
    ],
    push_back: ["Is there really nothing you can do?", "Isn't there any other way?"],
    accept_refusal: ["All right, then I'll leave it. Bye.", "That's a pity. Never mind then. Bye."],
    accept_transfer: ["Okay, thank you.", "All right, thanks."],
    check_in: ["Are you still there?", "Hello? Can you read this?"],
    elaboration: [
      "I hope you can help me with this.",
      "Just tell me if you need anything else from me.",
      "Thanks for looking into it.",
    ],
    apology: ["Sorry, my English is not so good."],
    hesitation: ["Um…", "Well…"],
  },
  traits: {
    impatient: [
      "I don't have much time.",
      "Can we speed this up, please?",
      "How long is this going to take?",
    ],
    angry: ["I'm really annoyed about this.", "This is ridiculous.", "I'm losing my patience here."],
    confused: ["I'm a bit lost here.", "I'm not sure I follow.", "This is all a bit confusing."],
    hard_of_hearing: [
      "Please be clear, I'm hard of hearing.",
      "I hope I got that right.",
      "Short sentences are easier for me.",
    ],
    talkative: [
      "Nice to talk to somebody, by the way.",
      "I do like to chat a little, I hope you don't mind.",
      "But I'm rambling again.",
    ],
    polite: ["Thank you very much in advance.", "That's very kind of you.", "I really appreciate your help."],
  },
  cues: {
    ask: list(
      "could you|can you|would you|will you|may i|might i|can i|could i|can we|provide|tell me|give me|i need your|i'll need|i will need|i just need|enter|share|let me have|let me know|do you|are you|is there|did you|have you|shall i|should i|please confirm|please state|please specify|please type|please spell|please choose|please select|what's your|what is your",
    ),
    please: list("please"),
    wh: list("what|what's|which|when|where|who|why|how"),
    greeting: list("hello|hi|hey|good morning|good afternoon|good evening|welcome|greetings"),
    done: [
      ...cross(
        "been |i've |i have |i've just |i've now |i have just |i have now |i've gone ahead and |i have gone ahead and ",
        "accept*|activat*|add*|adjust*|appl*|arrang*|book*|cancel*|chang*|clos*|complet*|confirm*|correct*|creat*|deactivat*|delet*|downgrad*|extend*|fil*|fix*|issu*|made*|mov*|order*|paid*|plac*|process*|reactivat*|rebook*|record*|refund*|regist*|remov*|replac*|report*|reschedul*|reserv*|reset*|resolv*|restor*|return*|schedul*|sen*|set*|sort*|submit*|subscrib*|switch*|transfer*|unlock*|unsubscrib*|updat*|upgrad*|waiv*",
      ),
      ...list(
        "is confirmed|are confirmed|is booked|are booked|is cancelled|is canceled|is scheduled|is rescheduled|is complete|is completed|is done|is fixed|is now active|is now set|all set|all done|that's done|successfully|went through|taken care of|there you go|you're booked|you are booked|you're good to go|done!",
      ),
    ],
    not_done: list(
      "not|n't|can't|cannot|couldn't|hasn't|haven't|isn't|aren't|wasn't|won't|unable|once|when|if|until|before|after|as soon as|will|would|unfortunately|declined|rejected|failed",
    ),
    closing: list(
      "goodbye|good bye|bye|have a nice*|have a great*|have a good*|have a lovely*|have a wonderful*|take care|you're welcome|you are welcome|my pleasure|glad i could*|happy to have helped|happy i could",
    ),
    acknowledgement: list(
      "i can help|help you with that|assist you with that|be happy to|be glad to|i understand|i see|sure|certainly|of course|absolutely|no problem|thank you for|thanks for|got it|noted",
    ),
    more: list(
      "anything else|something else|any other question*|any other concern*|any more question*|further assistance|further questions|what else",
    ),
    refusal: list(
      "i can't help|i cannot help|i can't do|i cannot do|we can't|we cannot|i'm unable|i am unable|we are unable|we're unable|not able to|not possible|isn't possible|not allowed|not permitted|against our policy|can't be|cannot be|unfortunately i can't|i'm afraid i can't|i'm afraid not|not eligible|don't offer|do not offer|i can't|i cannot",
    ),
    transfer: list(
      "transfer you|transferring you|connect you|connecting you|put you through|putting you through|hand you over|pass you to|to a human agent|to a live agent|to a colleague",
    ),
    hold: list(
      "one moment|just a moment|a moment please|one second|just a second|hold on|please hold|please wait|bear with me|give me a moment|give me a second|let me check|let me look|let me see|let me pull|i'm checking|i am checking|i'll check|i will check|i'm looking|looking into|working on it|i'll get that|hang on",
    ),
    check: list(
      "is that correct|is that right|is this correct|is this right|correct?|right?|did i get that right|does that sound right|does this look|does that look|does that work|is it correct|am i right|do you confirm|to confirm|just to confirm|can you confirm that|could you confirm that|please confirm that",
    ),
    proceed: list(
      "shall i|should i|may i proceed|can i proceed|would you like me to|do you want me to|want me to|go ahead|proceed|would you like to continue|do you want to continue|are you ready|may i go|okay with you|ok with you|fine with you|are you sure",
    ),
    offer: list(
      "would you like|do you want|would you be interested|are you interested|can i offer|can i interest you|may i suggest|how about|do you need|would~work|would~suit|does~work",
    ),
    choice: list(
      "prefer|which one|which of|would suit|suits you|works best|work best|works for you|work for you|better for you|your choice|choose",
    ),
    or: list("or"),
    repeat: list(
      "repeat that|repeat it|repeat your|say that again|say it again|rephrase|pardon|didn't catch|did not catch|didn't understand|did not understand|don't understand|didn't get that",
    ),
    details: list(
      "tell me more|more detail*|more about|describe|explain|elaborate|what happened|what exactly|what seems to be|what is the problem|what's the problem|what is the issue|what's the issue|what's wrong|what is wrong|go on|some more information|more information",
    ),
    informational: list(
      "know|ask|find out|learn|question|wonder*|whether|status|information|tell me|what|when|where|which|how|why|do you have|is there|are there|opening hours|how much",
    ),
  },
  slots: {
    name: {
      ask: list(
        "your name|full name|first name|last name|surname|family name|your first and last name|name please|name on the*|who am i speaking*|who i'm speaking*|who is calling|who's calling|under what name|which name|what name|account holder",
      ),
      near: list("name"),
    },
    order_number: {
      ask: list("order number|order id|order no|order code|purchase number|tracking number"),
      near: list("order"),
    },
    booking_number: {
      ask: list(
        "booking number|booking reference|booking code|booking id|reservation number|reservation code|reservation id|confirmation number|confirmation code|record locator|reference number|ticket number",
      ),
      near: list("booking|reservation|confirmation|reference"),
    },
    account_number: {
      ask: list(
        "account number|account id|account no|customer number|customer id|member number|membership number|member id|policy number|policy id|patient number|patient id|user id|client number|contract number",
      ),
      near: list("account|policy|contract|customer no"),
    },
    case_number: {
      ask: list("case number|case id|ticket id|complaint number|claim number|claim id|incident number"),
      near: list("case|claim|ticket"),
    },
    card_number: {
      ask: list("card number|last four digits|last 4 digits|digits of your card"),
      near: list("card ending in|card"),
    },
    phone: {
      ask: list(
        "phone number|telephone number|mobile number|cell number|cell phone|contact number|callback number|number to reach you|best number|call you back",
      ),
      near: list("phone|mobile|cell"),
    },
    email: { ask: list("email|e-mail|email address|e-mail address|mail address") },
    address: {
      ask: list(
        "your address|home address|street address|mailing address|delivery address|shipping address|billing address|where do you live|where should we deliver|the address|deliver to",
      ),
      near: list("i live at|live at|lives at|address"),
    },
    postal_code: { ask: list("postal code|post code|postcode|zip code|zip") },
    date_of_birth: {
      ask: list("date of birth|birth date|birthdate|birthday|when were you born|dob"),
      near: list("born on|born"),
    },
    date: {
      ask: list(
        "what date|which date|the date|new date|preferred date|date and time|what day|which day|when would|when do you|when should|when did|when was|when will|when is|check-in date|departure date|travel date",
      ),
    },
    time: {
      ask: list(
        "what time|which time|time of day|preferred time|date and time|time would|time do you|time works|at what hour|new time",
      ),
    },
    quantity: {
      ask: list(
        "how many|party size|number of people|number of guests|number of persons|number of tickets|quantity",
      ),
      near: list(
        "people|persons|guests|tickets|adults|passengers|pieces|units|nights|rooms|party of|table for",
      ),
    },
    amount: { ask: list("how much|what amount|which amount|the amount|your budget|what price|total amount") },
    product: {
      ask: list(
        "which product|what product|which item|what item|which model|what model|which service|what service|which one is it|what did you order|what would you like to order|what are you looking for|which plan",
      ),
    },
    reason: { ask: list("why|the reason|what reason|reason for|what made you|how come") },
  },
  intent: {
    forms: [
      [
        new RegExp(`^${SUBJECT}(?: is| are)? (?:wants?|would like|wish(?:es)?|hop(?:es?|ing)) to `, "i"),
        "I'd like to ",
      ],
      [new RegExp(`^${SUBJECT} (?:wants?|would like) `, "i"), "I'd like "],
      [new RegExp(`^${SUBJECT} (?:needs?|must|has to|have to) `, "i"), "I need "],
      [new RegExp(`^${SUBJECT} (?:is|are) (calling|trying|looking|writing|contacting) `, "i"), "I'm $1 "],
      [new RegExp(`^${SUBJECT} (?:has|have) `, "i"), "I have "],
      [new RegExp(`^${SUBJECT}(?:'d| would) (like|prefer|rather) `, "i"), "I'd $1 "],
      [/^(?:wants?|wishes|would like|hopes) to /i, "I'd like to "],
      [/^needs? to /i, "I need to "],
      [/^(?:wants?|wishes for|would like|hopes for) (?!to )/i, "I'd like "],
      [/^needs? /i, "I need "],
      [/^look(?:s|ing) for /i, "I'm looking for "],
      [/^has (?!.*\?$)/i, "I have "],
      [/^is (?!.*\?$)/i, "I am "],
      [/^(?:cannot|can't|can not) (?!.*\?$)/i, "I can't "],
      [/^(?:to )?call(?:ing|s)? (to|about) /i, "I'm calling $1 "],
      [/^to (?=\p{L})/iu, "I'd like to "],
      [/^you(?:'re| are) /i, "I am "],
      [/^you(?:'ve| have) /i, "I have "],
      [/^you /i, "I "],
      [
        /^(?=(?:accept|activate|add|apply|arrange|ask|book|buy|cancel|challenge|change|check|claim|close|compare|complain|confirm|correct|create|delete|dispute|downgrade|exchange|extend|file|find|fix|get|give|inquire|join|know|learn|locate|make|modify|move|open|order|pay|place|postpone|purchase|rebook|receive|register|remove|renew|rent|reorder|repair|replace|report|request|reschedule|reserve|reset|resolve|return|schedule|sell|send|set|sign|start|stop|submit|subscribe|switch|track|transfer|unsubscribe|update|upgrade|verify|withdraw)\b)/i,
        "I'd like to ",
      ],
    ],
    pronouns: [
      [/\b(?:he|she|they|you) (?:is|are)\b/gi, "I am"],
      [/\b(?:he|she|they|you) (?:was|were)\b/gi, "I was"],
      [/\b(?:he|she|they|you) (?:has|have)\b/gi, "I have"],
      [/\b(?:he|she|they|you) (wants?|needs?)\b/gi, "I want"],
      [/\b(?:his|her|their|your)\b(?! own name)/gi, "my"],
      [/\b(?:himself|herself|themselves|yourself)\b/gi, "myself"],
      [/\b(?:he|she|they|you)\b/gi, "I"],
    ],
    lowercase: true,
    about: "It's about this: {intent}",
    instruction:
      /^(?:if|when|whenever|once|unless|do not|don't|never|always|be|act|behave|speak|say|pretend|refuse|insist|stay|keep|make sure|only|after|before|end|hang|the (?:agent|assistant|bot))\b/i,
  },
  first_person: list("i|i'm|i've|i'd|i'll|my|me|we|our"),
  names: {
    strong: list("my name is|my name's|your name is|the name is|name is|full name|named|name"),
    weak: list("i am|i'm|you are|you're|this is"),
    end: [],
  },
  dates: {
    months: list(
      "january/jan|february/feb|march/mar|april/apr|may|june/jun|july/jul|august/aug|september/sep/sept|october/oct|november/nov|december/dec",
    ),
    days: list(
      "monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|tonight|yesterday|weekend",
    ),
    modifiers: list("next|this|last|coming|the day after"),
  },
  numbers: list("one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"),
  small_words: list(
    "the|and|is|you|your|to|of|for|it|i|i'd|would|like|want|need|my|that|this|have|are|with|what|please|can|not|do|we|be|on",
  ),
};
