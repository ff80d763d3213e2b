/**
 * "If a caller mentions chest pain, tell them to call 911": what a caller says, and what the agent must or
 * must not do then.
 */
import { contentStems, PEOPLE, shared, toolsFor } from "./english.ts";
import { type Event, isAgent, isCall, isUser } from "./events.ts";
import { limitIn } from "./limits.ts";
import { order } from "./orders.ts";
import { wordingIn } from "./quotations.ts";
import { broken, type Finding, type Ground, IDLE, KEPT, kept, type RuleMaker } from "./rule.ts";
import { NEGATION, saysYes, statedIn, undenied } from "./stated.ts";
import { wishFor } from "./wishes.ts";

const WHO = `(?:${PEOPLE}|he\\b|she\\b)`;
const LEAD = new RegExp(
  `^(?:if|when|whenever|should|in case|as soon as|the moment|once|where)(?: ever)? ${WHO}(?: who| that)?,? (.+?)(?:, (?:then )?|: | - |; | — |(?<=\\w) then )(.+)$`,
  "iu",
);
const TRAIL = new RegExp(
  `^(.+?),? (?:if|when|whenever|in case|as soon as|the moment|for) ${WHO}(?: who| that)? (.+)$`,
  "iu",
);
const ANYONE = new RegExp(
  `^(?:anyone|anybody|${WHO}|those|people)(?: who| that|who) (.+?) (?:must|should|has to|have to|needs? to|is to be|are to be|gets?|is|are|goes|go) (.+)$`,
  "iu",
);

/** Something that only the caller can tell, no matter whom the sentence is about. */
const ALARM =
  /^(?:if|when|whenever|as soon as|in case) (?!.*\b(?:call|call|custom|patient|guest|some|any|they|he|she)\w* (?:who|that|says?|asks?|mentions?|reports?|tells?))((?:there(?:'s| is) |you hear (?:of )?)?[^,]*\b(?:stolen|lost|emergency|smells?|leaks?|fire|flood\w*|injur\w*|hurt|bleeding|accident|danger\w*|unconscious|gas|suicid\w*)\b[^,]*), (?:then )?(.+)$/i;

const VERBS: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:asks?|wants?|requests?|demands?|insists?)(?: to (?:speak|talk) (?:to|with)) /i,
    "I want to speak to ",
  ],
  [/^(?:asks?|wants?|requests?|demands?|insists?) (?:to|on) (?=\w)/i, "I want to "],
  [/^(?:asks?|begs?) (?:you )?(?:for|about) /i, "I'd like to ask for "],
  [/^(?:wants?|requests?|demands?|needs?) /i, "I want "],
  [
    /^(?:mentions?|says?|reports?|describes?|brings? up|talks? about|speaks? of|tells? (?:you|us|of|about)|complains? (?:about|of)|states?|hints? at|indicates?|suggests?|raises?|expresses?)(?: that)?(?: (?:they|he|she) (?:are|is|have|has))? ?/i,
    "I have to tell you something: ",
  ],
  [/^(?:is|are|sounds?|seems?|appears?|becomes?|gets?)(?: to be)? /i, "I should say that I am "],
  [/^(?:has|have|had|suffers? from|experiences?) /i, "I have "],
  [/^(?:threatens?)(?: to| with)? /i, "I'm going to take this further: "],
];

const NOT_TELLING =
  /\b(?:doesn'?t|don'?t|do not|does not|isn'?t|aren'?t|hasn'?t|haven'?t|not|won'?t|never|no longer|agrees?|confirms?|hangs?|thanks?|declines?|refuses?|sa(?:ys|id) (?:yes|no)|gives?|provides?|fails?)\b/i;
const NEGATED =
  /^(?:please )?(?:do not|don'?t|never|no |stop|refuse|decline|you (?:must|may|can|should)(?: not|n'?t))|\bmust not\b|\bmay not\b|\bcannot\b/i;
const SPEECH =
  /\b(?:tell\w*|take (?:down|their|his|her)|note|collect\w*|say\w*|advis\w*|direct\w*|point\w*|refer\w*|explain\w*|mention\w*|give|inform\w*|suggest\w*|recommend\w*|offer\w*|warn\w*|ask\w*|send (?:them|him|her)|let (?:them|him|her) know|urge\w*|apologi[sz]e\w*|(?:have|get|make) (?:them|him|her)|read (?:out|them)|repeat\w*)\b/i;
/** What an agent says when it hands over: one of these, or who takes over. */
const HANDED =
  /\b(?:transferr?(?:ing|ed)?|hand(?:ing|ed)? (?:you |this |it )?(?:over|to)|put(?:ting)? you through|escalat(?:e|ed|ing)|pass(?:ing|ed)? (?:you|this|it) (?:on|to)|connect(?:ing|ed)?|colleague|manager|supervisor|specialist|representative|advis[eo]r|human|real person|someone|somebody|team|department)\b/i;
const HANDOVER =
  /\b(?:transfer\w*|hand\w* (?:\w+ ){0,3}(?:over|to)|put\w* (?:\w+ ){0,3}through|escalat\w*|pass\w* (?:\w+ ){0,4}(?:on|to)|connect\w*|goes? to|human|colleague|manager|supervisor)\b/i;

/**
 * "When an animal has swallowed poison, …": something that happens to somebody or something else, which only
 * the caller can tell.
 */
const HAPPENING = /^(?:if|when|whenever|in case|should) (.+?)(?:, (?:then )?|: )(.+)$/i;
/** What the agent knows without being told. */
const OF_THE_AGENT =
  /\b(?:you|we|our|us|it|this|that|tools?|systems?|search|look-?ups?|results?|slots?|appointments?|lines?|calls?|available|unavailable|free|found|full|closed|open|empty|done|over|ready|wrong|missing|unclear|unsure|doubt|possible|needed|necessary|\w+_\w+)\b/i;

/** "Something poisonous (chocolate, lilies)" */
const EXAMPLES = /\s*\(([^)_]*)\)(?=,)/;

interface Condition {
  readonly trigger: string;
  readonly duty: string;
}

function conditionIn(text: string): Condition | undefined {
  const plain = text
    .replace(/[.!\s]+$/, "")
    .replace(EXAMPLES, " ")
    .replace(/ ,/g, ",");
  const alarm = ALARM.exec(plain);
  if (alarm) return { trigger: `reports ${alarm[1] ?? ""}`, duty: alarm[2] ?? "" };
  const lead = LEAD.exec(plain);
  if (lead) return { trigger: lead[1] ?? "", duty: lead[2] ?? "" };
  const anyone = ANYONE.exec(plain);
  if (anyone) return { trigger: anyone[1] ?? "", duty: anyone[2] ?? "" };
  const trail = TRAIL.exec(plain);
  if (trail) return { trigger: trail[2] ?? "", duty: trail[1] ?? "" };
  const [, happening = "", duty = ""] = HAPPENING.exec(plain) ?? [];
  return contentStems(happening).length >= 2 && !OF_THE_AGENT.test(happening) && !limitIn(happening)
    ? { trigger: `mentions ${happening}`, duty }
    : undefined;
}

export const condition: RuleMaker = ({ text, previous }, ground) => {
  const found = conditionIn(text);
  if (!found || NOT_TELLING.test(found.trigger)) return undefined;
  const verb = VERBS.find(([pattern]) => pattern.test(found.trigger));
  if (!verb) return undefined;
  const topics = found.trigger
    .replace(verb[0], "")
    .concat(",", EXAMPLES.exec(text)?.[1] ?? "")
    .split(/,| or (?!more\b)|\band\b/i)
    .map((topic) =>
      topic.replace(/^(?:an?|the|any|some|their|his|her|to|of|about|other|similar) /i, "").trim(),
    )
    .filter((topic) => contentStems(topic).length > 0);
  const [topic] = topics;
  if (topic === undefined) return undefined;
  const said = topics.map(contentStems);
  const isTold = (event: Event) =>
    isUser(event) && said.some((stems) => shared(stems, event.text) === stems.length);
  const duty = dutyOf(resolved(found.duty, previous), ground);
  if (!duty) return undefined;
  return {
    says: `when the caller says ${topics.map((one) => JSON.stringify(one)).join(" or ")}: ${duty.says}`,
    check: (events, known): Finding => {
      const place = events.findIndex(isTold);
      if (place < 0) return IDLE;
      const after = events.slice(place + 1);
      if (!after.some(isAgent)) return IDLE;
      return duty.check(after, known);
    },
    caller: {
      wish: wishFor(undefined, ground),
      opening: `${verb[1]}${own(topic)}.`,
      press: [`${wishFor(undefined, ground)} And as I said: ${verb[1]}${own(topic)}.`, "So what now?"],
    },
  };
};

/** "Say that to anyone who …": the sentence before says what "that" is. */
function resolved(duty: string, previous: string): string {
  const isBare = SPEECH.test(duty) && contentStems(duty.replace(SPEECH, " ")).length === 0;
  return isBare && /\b(?:that|this|so|it)\b/i.test(duty) && contentStems(previous).length > 0
    ? `${duty.replace(/\b(?:that|this|so|it)\b.*/i, "")}that ${previous.replace(/[.!\s]+$/, "")}`
    : duty;
}

const own = (topic: string) =>
  topic
    .replace(/\bus\b/gi, "you")
    .replace(/\bour\b/gi, "your")
    .replace(/\b(?:they are|he is|she is|they're)\b/gi, "I am")
    .replace(/\b(?:they|he|she)\b/gi, "I")
    .replace(/\b(?:their|his|her)\b/gi, "my")
    .replace(/\b(?:them|him)\b/gi, "me");

interface Duty {
  readonly says: string;
  readonly check: (after: readonly Event[], ground: Ground) => Finding;
}

function dutyOf(then: string, ground: Ground): Duty | undefined {
  // "… ask why before you cancel": an order of steps that applies in this case.
  const first = /\b(?:before|until|prior to)\b(?! (?:anything|everything|all) else)/i.test(then)
    ? order({ text: then, previous: "" }, ground)
    : undefined;
  if (first) return { says: first.says, check: first.check };
  const named = ground.tools.filter((tool) => then.includes(tool));
  const speech = then.split(/,| and (?!ask)/).find((part) => SPEECH.test(part));
  const known = named.length > 0 || !speech ? (named.length > 0 ? named : toolsFor(then, ground.tools)) : [];
  if (NEGATED.test(then)) {
    const changing = (g: Ground) => toolsFor(then, g.tools.filter(g.isEffectful));
    if (changing(ground).length === 0) return undefined;
    return {
      says: `never ${changing(ground).join(" or ")}`,
      check: (after, g) => {
        const names = changing(g);
        const call = after.find((event) => isCall(event) && names.includes(event.name));
        return call ? broken(call, `${isCall(call) ? call.name : ""} was called all the same`) : KEPT;
      },
    };
  }
  const handing =
    HANDOVER.test(then) && known.length === 0
      ? ground.tools.filter((tool) => /transfer|escalat|hand_?o|human|forward/i.test(tool))
      : [];
  const tools = known.length > 0 ? known : handing;
  const wording = speech ? wordingIn(then) : undefined;
  const stems = contentStems(speech ?? then);
  const telling = [...contentStems(then).filter((stem) => /\d/.test(stem)), ...stems];
  if (tools.length === 0 && !(SPEECH.test(then) || HANDOVER.test(then) || /\d{3}/.test(then)))
    return undefined;
  if (tools.length === 0 && stems.length === 0) return undefined;
  const handsOver = tools.length === 0 && speech === undefined && HANDOVER.test(then);
  const spoken = handsOver
    ? "hands over to somebody"
    : wording
      ? `says ${wording.says}`
      : `speaks of ${stems.join(", ")}`;
  const says = tools.length > 0 ? `${tools.join(" or ")} is called` : `the agent ${spoken}`;
  return {
    says,
    check: (after, g) => {
      const names = [...tools, ...(speech ? [] : toolsFor(then, g.tools))];
      const last = after.findLast(isAgent);
      if (names.length > 0 && tools.length > 0) {
        if (!g.knowsCalls) return IDLE;
        const called = after.find((event) => event.kind === "called" && names.includes(event.name));
        // An agent that says it has handed over, without a call, has at least not ignored the caller.
        if (called) return kept(called);
        return last && after.filter(isAgent).length >= 2
          ? broken(last, `${tools.join(" or ")} was not called`)
          : IDLE;
      }
      if (handsOver) return handedOver(after, then);
      const heard = (text: string) => (NEGATION.test(then) ? text : undenied(text));
      const isToldIn = wording?.isIn ?? ((text: string) => shared(telling, heard(text)) > 0);
      const saying = after.find((event) => isAgent(event) && isToldIn(event.text));
      if (saying) return kept(saying);
      return last ? broken(last, `the agent never did: ${then}`) : IDLE;
    },
  };
}

/** If the caller did not accept an offer, it says nothing about the agent. */
function handedOver(after: readonly Event[], duty: string): Finding {
  const answers = after.filter(isAgent);
  const stated = answers.map(({ text }) => statedIn(text, HANDED));
  const saying = answers[stated.indexOf("done")];
  if (saying) return kept(saying);
  const last = answers.at(-1);
  const offer = answers[stated.indexOf("offered")];
  if (!last || (offer && !isTakenUp(offer, after))) return IDLE;
  return broken(last, `the agent never did: ${duty}`);
}

/** Whether the caller accepted an offer, and the agent has answered since. */
function isTakenUp(offer: Event, after: readonly Event[]): boolean {
  const since = after.slice(after.indexOf(offer) + 1);
  const place = since.findIndex((event) => isUser(event) && saysYes(event.text));
  return place >= 0 && since.slice(place).some(isAgent);
}
