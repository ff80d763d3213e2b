/**
 * "As soon as it is booked, give them the number", "Mention the fee when you cancel": what must be said
 * whenever something is done.
 */
import { contentStems, isAbout, toolsFor } from "./english.ts";
import { isAgent, isCall, valuesIn } from "./events.ts";
import { broken, type Ground, IDLE, kept, type RuleMaker } from "./rule.ts";
import { holds } from "./values.ts";
import { wishFor } from "./wishes.ts";

const TELLING =
  "(?:tell|give|read(?: out)?|mention|remind|inform|explain|state|say|let .{1,20} know|point out|warn|quote|spell out|advise|announce)";
const LEAD = new RegExp(
  `^(?:as soon as|once|after|when|whenever|each time|every time|if) (.+?),? (?:then )?(?:you (?:must|should|have to|need to) |always |please )*(${TELLING}\\b.+)$`,
  "i",
);
const TRAIL = new RegExp(
  `^(?:you (?:must|should|have to|need to) |always |please )*(${TELLING}\\b.+?),? (?:as soon as|once|after|when|whenever|each time|every time|if) (.+)$`,
  "i",
);
const SPEECH = new RegExp(`\\b${TELLING}\\w*\\b|\\bnumber of\\b`, "gi");
/** Things that a figure can state. */
const FIGURE = /\b(?:number|reference|code|id|price|total|amount|sum|cost|fee|time|date|day)\b/i;

export const whenever: RuleMaker = ({ text }, ground) => {
  const plain = text.replace(/[.!\s]+$/, "");
  const lead = LEAD.exec(plain);
  const trail = lead ? null : TRAIL.exec(plain);
  const [act, duty] = [lead?.[1] ?? trail?.[2], lead?.[2] ?? trail?.[1]];
  if (act === undefined || duty === undefined || /\b(?:not|never|\w+n't|only)\b/i.test(plain))
    return undefined;
  const tools = actsOf(act, ground);
  const stems = contentStems(duty.replace(SPEECH, " "));
  if (tools.length === 0 || stems.length === 0) return undefined;
  return {
    says: `with ${tools.join(" or ")} the agent says: ${duty}`,
    check: (events, known) => {
      const names = actsOf(act, known);
      const place = events.findIndex((event) => isCall(event) && names.includes(event.name));
      const call = events[place];
      const after = events.slice(place + 1).findLast(isAgent);
      if (!call || !after) return IDLE;
      const results = call.kind === "called" ? valuesIn(call.output).map(({ value }) => String(value)) : [];
      const saying = events.find(
        (event, at) =>
          isAgent(event) &&
          (isAbout(stems, event.text) ||
            (at > place && results.some((value) => value.length > 2 && holds(event.text, value))) ||
            (at > place && FIGURE.test(duty) && /\d/.test(event.text))),
      );
      return saying
        ? kept(saying)
        : broken(after, `${names.join(" or ")} was called, and the agent never said: ${duty}`);
    },
    caller: { wish: wishFor(tools[0], ground) },
  };
};

const actsOf = (act: string, { tools, isEffectful }: Ground) => toolsFor(act, tools.filter(isEffectful));
