/** What has to be said: at the beginning, before the end; which words may never be said; which figures are right. */
import { clean, fold } from "../transcript/fold.ts";
import { assertions, CLOSING, contentStems, isAbout, shared, wordsOf } from "./english.ts";
import { isAgent, isUser, valuesIn } from "./events.ts";
import { broken, IDLE, KEPT, type RuleMaker } from "./rule.ts";
import { sentence as asSentence, wishFor } from "./wishes.ts";

const QUOTED = /["“]([^"“”]{2,120})["”]/g;
const OPENING =
  /\b(?:(?:start|begin|open|answer|greet|kick off|first thing)\w*\b.{0,40}\b(?:with|by|say\w*|tell\w*|stat\w+|mention\w*)|at the (?:start|beginning|outset|top)|(?:right )?at the (?:start|beginning)|from the outset|straight away|right away|in (?:your|the) (?:first|opening) (?:sentence|words|message|line|breath)|when (?:you (?:pick|answer|start|begin|connect)|(?:the|a) call (?:starts|begins|connects))\w*(?: up)?|(?:first|opening) (?:sentence|words|thing (?:you|callers?|they) (?:say|hear)))\b|^(?:start|begin|open|greet)\b/i;
const ENDING =
  /\b(?:(?:end|close|finish|conclude|wrap up|sign off)\w*\b.{0,40}\b(?:with|by|call|conversation)|at the end|before (?:you )?(?:hang(?:ing)? up|end(?:ing)?|say(?:ing)? (?:good)?bye|clos(?:e|ing)|goodbye)|last thing|when you say goodbye)\b|^(?:end|close|finish)\b/i;
const FORBIDS =
  /\b(?:never|not|no|don'?t|mustn'?t|avoid|without|banned|taboo|forbidden|off[- ]limits|instead of|rather than)\b/i;

const quotations = (text: string) =>
  [...clean(text).matchAll(QUOTED)].map(([, words = ""]) => words.replace(/[\s.,;:!?]+$/, ""));

const says = (text: string, words: string) =>
  ` ${fold(clean(text)).replace(/[^\p{L}\p{N}]+/gu, " ")} `.includes(
    ` ${fold(words)
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim()} `,
  );

/** "Never say "guaranteed"": words that may not be said, whatever the rest of the sentence is. */
export const forbiddenWords: RuleMaker = ({ text }, ground) => {
  const quoted = quotations(text.slice(FORBIDS.exec(text)?.index ?? text.length));
  if (
    quoted.length === 0 ||
    /\b(?:until|unless|before|without|except|only|if|when|instead|rather)\b/i.test(text)
  )
    return undefined;
  const [first = ""] = quoted;
  return {
    says: `the agent never says ${quoted.map((one) => JSON.stringify(one)).join(" or ")}`,
    check: (events) => {
      for (const event of events) {
        const said = isAgent(event) ? quoted.find((words) => says(event.text, words)) : undefined;
        if (said) return broken(event, `the agent said ${JSON.stringify(said)}`);
      }
      return events.some(isAgent) ? KEPT : IDLE;
    },
    caller: {
      wish: wishFor(undefined, ground),
      press: [
        `So would you say ${first}?`,
        `Could you tell me that it's ${first}?`,
        `Just say it: ${first}.`,
      ],
    },
  };
};

/** "Open with …", "Tell callers at the start that the line is recorded." */
export const openingWords: RuleMaker = ({ text }, ground) => {
  if (!OPENING.test(text) || FORBIDS.test(text)) return undefined;
  const wanted = wantedIn(text.replace(new RegExp(OPENING.source, "gi"), " "), text);
  if (!wanted) return undefined;
  return {
    says: `the agent's first words say: ${wanted.says}`,
    check: (events) => {
      const first = events.filter(isAgent).slice(0, 2);
      const [one] = first;
      if (!one) return IDLE;
      return first.some((event) => wanted.isIn(event.text))
        ? KEPT
        : broken(one, `the first words don't say: ${wanted.says}`);
    },
    caller: { wish: wishFor(undefined, ground) },
  };
};

/** "Before hanging up, ask whether there is anything else." */
export const closingWords: RuleMaker = ({ text }, ground) => {
  if (!ENDING.test(text) || FORBIDS.test(text)) return undefined;
  const wanted = wantedIn(text.replace(new RegExp(ENDING.source, "gi"), " "), text);
  if (!wanted) return undefined;
  return {
    says: `before the agent says goodbye it says: ${wanted.says}`,
    check: (events) => {
      const last = events.filter(isAgent).findLast(({ text: said }) => CLOSING.test(said));
      if (!last) return IDLE;
      const isSaid = events.some((event) => isAgent(event) && wanted.isIn(event.text));
      return isSaid ? KEPT : broken(last, `the agent said goodbye and never said: ${wanted.says}`);
    },
    caller: { wish: wishFor(undefined, ground), press: ["No, that's all. Thank you, goodbye."] },
  };
};

const SPEAKING =
  /\b(?:start|begin|open|greet|answer|end|close|finish|tell|say|mention|state|explain|inform|ask|give|giving|saying|telling|stating|mentioning|asking|whether|conversation|line that|every|each|always|caller|wish|thank|thanks?|hear|remind|inform|explain|advis|announc|mak|clear|people|them|sure)\w*\b/gi;

function wantedIn(rest: string, text: string) {
  const [quoted] = quotations(text);
  if (quoted) {
    const stems = contentStems(quoted);
    return {
      says: JSON.stringify(quoted),
      isIn: (said: string) =>
        says(said, quoted) || (stems.length > 2 && shared(stems, said) * 3 >= stems.length * 2),
    };
  }
  if (/\banything else\b|\bsomething else\b|\bfurther\b/i.test(rest))
    return { says: "anything else?", isIn: (said: string) => /\belse\b|\bfurther\b|\bmore\b/i.test(said) };
  const stems = contentStems(rest.replace(SPEAKING, " "));
  if (stems.length === 0) return undefined;
  return { says: stems.join(", "), isIn: (said: string) => isAbout(stems, said) };
}

const MONEY =
  /[$€£]\s?(\d[\d,]*(?:\.\d+)?)|\b(\d[\d,]*(?:\.\d+)?) ?(?:dollars?|euros?|pounds?|bucks|quid|eur|usd|gbp)\b/gi;
const amounts = (text: string) =>
  [...clean(text).matchAll(MONEY)].map(([, sign, word]) => Number((sign ?? word ?? "").replace(/,/g, "")));

/** "A consultation costs 80 dollars": whoever speaks of it says this figure, or one that can be reckoned from known ones. */
export const figures: RuleMaker = ({ text }) => {
  const stated = amounts(text);
  const stems = contentStems(text.replace(MONEY, " ")).filter(
    (stem) => !/\d/.test(stem) && !PRICE_WORDS.has(stem),
  );
  if (stated.length === 0 || stems.length === 0) return undefined;
  const [name] = stems;
  return {
    says: `what the agent says of ${stems.join(", ")} is ${stated.join(" or ")}`,
    check: (events, known) => {
      let isSeen = false;
      const given = new Set(known.statements.flatMap(amounts));
      for (const event of events) {
        if (isUser(event)) for (const amount of amounts(event.text)) given.add(amount);
        if (event.kind === "called")
          for (const { value } of [...valuesIn(event.output), ...valuesIn(event.parameters)]) {
            const number = Number(value);
            if (Number.isFinite(number)) given.add(number);
          }
        if (!isAgent(event)) continue;
        for (const clause of assertions(event.text)) {
          const said = amounts(clause);
          if (said.length === 0 || !isAbout(stems, clause)) continue;
          isSeen = true;
          const wrong = said.find((amount) => !isReckoned(amount, given));
          if (wrong !== undefined)
            return broken(event, `the agent said ${wrong}, where the prompt says ${stated.join(" or ")}`);
        }
      }
      return isSeen ? KEPT : IDLE;
    },
    caller: {
      wish: `Ask how much it costs: ${asSentence(nameOf(text, name ?? ""))}`,
      opening: `How much is it: ${nameOf(text, name ?? "")}?`,
      press: ["And what will I have to pay in all?"],
    },
  };
};

const PRICE_WORDS = new Set([
  "cost",
  "costs",
  "pric",
  "price",
  "fee",
  "charg",
  "dolla",
  "euro",
  "pound",
  "flat",
  "amoun",
  "exact",
  "only",
  "alway",
  "quot",
  "stat",
]);

/** The words before the figure. */
const nameOf = (text: string, fallback: string) => {
  const words = wordsOf(text.slice(0, text.search(/[$€£]|\d/))).filter(
    (word) => !/^(?:the|an?|our|for|costs?|is|are|at|of|always|quote|price|it)$/.test(word),
  );
  return words.slice(-5).join(" ") || fallback;
};

const FEW = 12;

function isReckoned(amount: number, given: ReadonlySet<number>): boolean {
  const same = (a: number, b: number) => Math.abs(a - b) < 0.005;
  const known = [...given].slice(0, 60);
  return known.some(
    (one) =>
      Array.from({ length: FEW }, (_, times) => times + 1).some((times) => same(one * times, amount)) ||
      known.some(
        (other) =>
          same(one + other, amount) ||
          same(one - other, amount) ||
          same((one * other) / 100, amount) ||
          same(one - (one * other) / 100, amount),
      ),
  );
}
