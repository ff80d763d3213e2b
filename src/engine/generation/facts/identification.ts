/** The tools by which an agent makes sure who is calling, and the callers that it has to know. */
import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { type AgentTool, parametersOf } from "../../tools/tool.ts";
import { clean } from "../../transcript/fold.ts";
import { sentences } from "../../transcript/sentences.ts";
import { isNewcomer, PEOPLE } from "../../words/newcomer.ts";
import { findsRecord, isReference } from "./lookups.ts";
import { personalKind } from "./personal.ts";
import { stemsOf, wordsOf } from "./stems.ts";

const BY_NAME = /^(?:verify|identify|authenticate|validate)_(?!address|order|date|slot)/i;
const FINDS_PERSON = new RegExp(
  `^(?:check|fetch|find|get|load|look ?up|search) (?:registered )?(?:${PEOPLE}|identity)(?: (?:record|profile|account|data))?$`,
);
const BY_ITS_WORDS = new RegExp(
  `^(?:authenticates?|confirms?|checks?|identify|identifies|verify|verifies)\\b[^.;]{0,40}\\b(?:identity|who is calling)\\b|^(?:authenticates?|identify|identifies|verify|verifies)\\b[^.;]{0,20}\\b(?:${PEOPLE})s?\\b`,
  "i",
);

const EXISTING = new RegExp(`\\b(?:existing|registered) (?:account|${PEOPLE})`, "i");
/** Who becomes a customer cannot be identified as one. */
const NEW = new RegExp(`\\bnew (?:account|${PEOPLE})`, "i");
const BECOMES_ONE = new RegExp(
  `^(?:add|create|enrol|enroll|new|onboard|open|register|sign ?up) (?:new )?(?:account|membership|profile|${PEOPLE})$`,
);
/** "My account", "their contract": of somebody whom the business knows. */
const OWN =
  /\b(?:my|our|their|his|her|the) (?:own |present |current )?(?:account|contract|membership|policy|subscription)\b/i;
const IDENTIFICATION = /\b(?:authenticat|identif|verif)\w{1,9}/i;
const COMES_FIRST = /\b(?:always|any|before|every|first|never|not|only|unless|until)\b/i;
const WITHOUT =
  /\bwithout (?:an? |any |prior )?(?:authentication|identification|identifying|verification|verifying)\b/i;
const LONGEST_PROMPT = 50_000;

interface Caller {
  readonly goal: string;
  /** Its goal is about something that exists already. */
  readonly refersBack: boolean;
}

/** The tools that identify the caller who comes for a tool, before the agent does anything for it. */
export function identifying(
  aim: AgentTool,
  tools: readonly AgentTool[],
  text: string,
  caller: Caller,
): AgentTool[] {
  if (isNobodyYet(aim, caller.goal) || mayStayUnknown(aim, text)) return [];
  return tools.filter(
    (tool) =>
      tool.name !== aim.name &&
      !(EXISTING.test(tool.description ?? "") && NEW.test(aim.description ?? "")) &&
      (BY_NAME.test(tool.name) ||
        comesBefore(tool, aim) ||
        (identifies(tool) && hasToBeKnown(tool, aim, text, caller))),
  );
}

/** Whether a tool finds out who somebody is: by its name, or because it says so. */
export const identifies = (tool: AgentTool): boolean =>
  BY_NAME.test(tool.name) ||
  (findsRecord(tool) && (FINDS_PERSON.test(wordsOf(tool.name)) || BY_ITS_WORDS.test(tool.description ?? "")));

const comesBefore = ({ description = "" }: AgentTool, aim: AgentTool): boolean =>
  /\bbefore\b/i.test(description) && description.includes(aim.name);

/** Whether a tool makes somebody a customer, a member, and so on. */
export const registers = (tool: AgentTool): boolean => BECOMES_ONE.test(wordsOf(tool.name));

const isNobodyYet = (aim: AgentTool, goal: string): boolean => registers(aim) || isNewcomer(goal);

const hasToBeKnown = (tool: AgentTool, aim: AgentTool, text: string, { goal, refersBack }: Caller) =>
  refersBack ||
  parametersOf(aim).some(({ name, required }) => required && isOfPerson(name)) ||
  OWN.test(goal.slice(0, 1_000)) ||
  EXISTING.test(goal.slice(0, 1_000)) ||
  (!takesWhoever(aim) && comesFirst(tool, text));

/** Whether a tool takes the name and the number of whoever calls, or only says what there is: nobody has to be on record for it. */
const takesWhoever = (aim: AgentTool): boolean => {
  const kinds = parametersOf(aim).flatMap(({ name, required, format }) =>
    required ? (personalKind(wordsOf(name), format) ?? []) : [],
  );
  const isReachable = kinds.includes("phone") || kinds.includes("email");
  return (kinds.includes("name") && isReachable) || (!seemsEffectful(aim.name) && !findsRecord(aim));
};

const OF_PERSON = new RegExp(`^(?:${PEOPLE}) `);
/** Whether a parameter takes the number of a customer, a patient, and so on. */
export const isOfPerson = (name: string): boolean => isReference({ name }) && OF_PERSON.test(wordsOf(name));

/** "Identify the patient with find_patient. Do not book anything for a patient that was not found." */
const comesFirst = (tool: AgentTool, text: string): boolean =>
  sentences(text.slice(0, LONGEST_PROMPT)).some(
    (sentence, at, all) =>
      (IDENTIFICATION.test(sentence) || sentence.includes(tool.name)) &&
      COMES_FIRST.test(`${sentence} ${sentence.includes(tool.name) ? (all[at + 1] ?? "") : ""}`),
  );

/** "A call-back may be requested without identification." */
const mayStayUnknown = (aim: AgentTool, text: string): boolean => {
  const own = stemsOf(aim.name);
  return sentences(text.slice(0, LONGEST_PROMPT)).some(
    (sentence) =>
      WITHOUT.test(sentence) &&
      /\b(?:may|can|possible|allowed|need(?:s|ed)? no)\b/i.test(sentence) &&
      !/\b(?:not|never|cannot|nothing|no)\b/i.test(sentence) &&
      [...stemsOf(clean(sentence).replace(/\bcall[- ]backs?\b/gi, "callback"))].some(
        (stem) => stem !== "reque" && own.has(stem),
      ),
  );
};

const PROOF =
  "(last name|surname|family name|post ?code|date of birth|phone number|telephone number|(?<=\\b(?:full|the|their|your|\\w{3,12}['’]s) )name)\\b";
/** "Ask for the number and the last name": what an agent compares with a record, though no tool takes it. */
const COMPARED = [
  new RegExp(
    `(?<!phone |telephone |mobile |house )\\b(?:number|reference|code|id)\\b[^.;:]{0,40}?\\b(?:and|plus|with)\\b[^.;:]{0,30}?\\b${PROOF}`,
    "i",
  ),
  // "Look it up by the reference, then check the name."
  new RegExp(`\\bthen check (?:the|their|whether the) ${PROOF}`, "i"),
  // "Check the sender's name: it has to match."
  new RegExp(`\\b${PROOF}(?:[:,]? (?:it|they|which|that))? (?:has to|have to|must|needs? to) match\\b`, "i"),
];
const KINDS = [
  ["last", "last_name", /^(?:last|family|sur) ?name$/i],
  ["postcode", "postcode", /code$/i],
  ["birth", "date_of_birth", /birth$/i],
  ["phone", "phone", /phone number$/i],
  ["name", "full_name", /^name$/i],
] as const;

type Kind = (typeof KINDS)[number][0];

/** Whether one of two kinds of facts gives the other: who knows a name knows the last name. */
const isAlike = (one: string | undefined, other: Kind): boolean =>
  one === other || (other === "last" && one === "name");

/** A part of a prompt under such a heading is about every caller, and any other is about its own subject. */
const OF_EVERY_CALLER = new RegExp(
  `\\b(?:existing|find\\w*|identif\\w+|verif\\w+|security|privacy|data|chang\\w+|cancel\\w+|mov\\w+|bookings?|${PEOPLE})s?\\b`,
  "i",
);

/** A text without the parts whose headings name another subject than that of the caller. */
const partsFor = (text: string, about: ReadonlySet<string>): string =>
  text
    .split(/^(?=#{1,6} )/m)
    .filter((part) => {
      const heading = /^#{2,6} (.{1,100})/.exec(part)?.[1];
      if (heading === undefined || OF_EVERY_CALLER.test(heading)) return true;
      const stems = [...stemsOf(heading)];
      return stems.length === 0 || stems.some((stem) => about.has(stem));
    })
    .join("");

/**
 * What proves whose thing it is, by the agent's prompt: its kind, and the name that the agent's tools have for it.
 * @param known the names of facts that the caller has already
 * @param about what the caller wants, in the words of its goal and of the tool
 */
export function provenBy(
  text: string,
  tools: readonly AgentTool[],
  known: readonly string[],
  about: string,
): (readonly [Kind, string])[] {
  const said = sentences(partsFor(text.slice(0, LONGEST_PROMPT), stemsOf(about))).flatMap((one) =>
    COMPARED.flatMap((pattern) => pattern.exec(one)?.[1] ?? []),
  );
  const names = tools.flatMap((tool) => parametersOf(tool).map(({ name }) => name));
  return KINDS.flatMap(([kind, plain, words]) => {
    const isKnown = known.some((name) => isAlike(personalKind(wordsOf(name), undefined), kind));
    if (isKnown || !said.some((one) => words.test(one))) return [];
    const named = names.find((name) => isAlike(personalKind(wordsOf(name), undefined), kind));
    return [[kind, named ?? plain] as const];
  });
}
