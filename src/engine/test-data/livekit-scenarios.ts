/** Scenario files of LiveKit's agents: instructions for a caller in headings, and what the agent is expected to do. */
import { type Fields, fieldsOf, itemsOf } from "../../contract/is-object.ts";
import { Expected } from "./expect.ts";
import { textOf, titleOf } from "./fields.ts";
import type { Note, Place, Reader, Scenario } from "./scenario.ts";

const HEADING =
  /^\s{0,20}(PERSONA|OPENING LINE|FACTS|DO|REACTIONS|HIDDEN TRUTH)\b[^:\n]{0,120}:[ \t]{0,20}(.{0,4000})$/;
const ITEM = /^\s{0,20}(?:[-*]|\d{1,3}[.)])\s{1,20}/;
const QUOTE = /["“]([^"“”]{1,500})["”]/;
const REACTION =
  /^(?:if|when|once)\s(.{3,300}?)(?:,\s{0,5}\w[^:"“]{0,80})?[:,]?\s{0,5}["“]([^"“”]{1,500})["”]/i;
/** What to say in the course of the call, whatever the agent says: `Somewhere mid-call, ask: "is breakfast in there?"` */
const STEP =
  /^(?:[\w -]{1,40}:\s)?(?!(?:if|when|whenever|once|until|before|after|the moment)\b)[^"“:]{0,60}\b(?:ask|add|push|press|probe)\b[^"“:]{0,60}:?\s{0,5}["“]([^"“”]{1,300})["”](.{0,300})$/i;
const FORBIDDEN = /^[^"“]{0,200}\b(?:not|never|don't)\b/i;
/** The end of a sentence within a step. A wish of a caller is one sentence. */
const BREAK = /[.!?…]\s{1,5}(?=\S)/g;
const FACT = /^(?:your\s)?([A-Za-z][\w' -]{0,40}?)(?:\s\([^)]{0,120}\))?:\s(.{1,120})$/i;
/** More than a value: what to do with it as well. */
const SENTENCE = /[.!?:]\s/;

export const livekitScenarios: Reader = {
  format: "LiveKit scenarios",
  recognizes: (document) =>
    itemsOf(fieldsOf(document)["scenarios"]).some(
      (scenario) => typeof fieldsOf(scenario)["instructions"] === "string",
    ) &&
    itemsOf(fieldsOf(document)["scenarios"]).every(
      (scenario) => !("expected_outcome_prompt" in fieldsOf(scenario)),
    ),
  read({ documents }) {
    const notes: Note[] = [];
    const scenarios = documents.flatMap((document, index) =>
      itemsOf(fieldsOf(document)["scenarios"]).map((scenario, place) =>
        scenarioOf(fieldsOf(scenario), [index, "scenarios", place], notes),
      ),
    );
    return { scenarios, notes };
  },
};

function scenarioOf(scenario: Fields, at: Place, notes: Note[]): Scenario {
  const name = titleOf(textOf(scenario["label"]) ?? `scenario ${Number(at.at(-1)) + 1}`);
  const instructions = textOf(scenario["instructions"]);
  if (instructions === undefined) return { name, at, reason: "it has no instructions" };
  const expected = new Expected(notes);
  const wanted = textOf(scenario["agent_expectations"]);
  if (wanted !== undefined) expected.sentence([...at, "agent_expectations"], wanted.replace(/\s+/g, " "));
  if (scenario["userdata"] !== undefined)
    for (const field of Object.keys(fieldsOf(scenario["userdata"])))
      notes.push({
        at: [...at, "userdata", field],
        state: "no_counterpart",
        message: "data for the agent or its database; set it up in the agent",
      });
  const read = readInstructions(instructions);
  const left = read.unread.length;
  if (left > 0)
    notes.push({
      at: [...at, "instructions"],
      state: "needs_model",
      message: `${left} of ${left + read.known} instructions: ${titleOf(read.unread[0] ?? "")}`,
    });
  const tags = Object.entries(fieldsOf(scenario["tags"])).flatMap(([key, value]) => {
    const text = textOf(value);
    return text === undefined ? [] : [`${key}:${text}`];
  });
  return expected.scenario(name, at, {
    intent: [read.opening ?? name, ...read.asks].map(ended).join(" "),
    ...(read.opening !== undefined && { opening: read.opening }),
    role_description: instructions,
    ...(Object.keys(read.facts).length > 0 && { facts: read.facts }),
    ...(read.answers.length > 0 && { answers: read.answers }),
    ...(tags.length > 0 && { tags }),
  });
}

interface Read {
  opening?: string;
  readonly facts: Record<string, string>;
  readonly answers: { asked_about: string; say: string }[];
  /** What it says besides, in order, as wishes: one when the last is settled. */
  readonly asks: string[];
  /** Instructions that rules cannot follow. */
  readonly unread: string[];
  /** How many they can. */
  known: number;
}

/** What a caller by rules can follow of it. */
function readInstructions(instructions: string): Read {
  const read: Read = { facts: {}, answers: [], asks: [], unread: [], known: 0 };
  let heading = "";
  for (const { text, isItem, title } of linesOf(instructions)) {
    if (title !== undefined) heading = title;
    if (text === "") continue;
    if (heading === "OPENING LINE") readOpening(text, read);
    else if (heading === "FACTS" && isItem) readFact(text, read);
    else if (isItem && heading === "DO") readStep(text, read);
    else if (isItem) readReaction(text, read);
    else if (heading !== "PERSONA") read.unread.push(text);
  }
  return read;
}

interface Line {
  text: string;
  readonly isItem: boolean;
  readonly title: string | undefined;
}

/** Lines that continue an item belong to it. */
function linesOf(instructions: string): Line[] {
  const lines: Line[] = [];
  for (const line of instructions.split("\n")) {
    const [, title, rest] = HEADING.exec(line) ?? [];
    const last = lines.at(-1);
    if (title !== undefined) lines.push({ text: (rest ?? "").trim(), isItem: false, title });
    else if (ITEM.test(line))
      lines.push({ text: line.replace(ITEM, "").trim(), isItem: true, title: undefined });
    else if (line.trim() !== "" && last && last.text !== "") last.text += ` ${line.trim()}`;
    else if (line.trim() !== "") lines.push({ text: line.trim(), isItem: false, title: undefined });
  }
  return lines;
}

function readOpening(text: string, read: Read): void {
  read.opening = QUOTE.exec(text)?.[1] ?? text;
  read.known++;
}

function readFact(text: string, read: Read): void {
  const [, name, value] = FACT.exec(text) ?? [];
  if (
    name === undefined ||
    value === undefined ||
    name.trim().split(/\s+/).length > 4 ||
    SENTENCE.test(value)
  ) {
    read.unread.push(text);
    return;
  }
  const key = name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_");
  read.facts[key] ??= value.replace(/^["“]|["”]$/g, "").slice(0, 500);
  read.known++;
}

function readStep(text: string, read: Read): void {
  const [, said, more = ""] = (!FORBIDDEN.test(text) && STEP.exec(text)) || [];
  if (said === undefined) {
    readReaction(text, read);
    return;
  }
  read.asks.push(`I'd also like to ask: ${said.replace(BREAK, " - ")}`);
  read.known++;
  // How to take the answer.
  if (/\w/.test(more)) read.unread.push(more.replace(/^\W+/, ""));
}

const ended = (sentence: string): string => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`);

function readReaction(text: string, read: Read): void {
  const [, situation, say] = REACTION.exec(text) ?? [];
  if (situation === undefined || say === undefined) {
    read.unread.push(text);
    return;
  }
  read.answers.push({ asked_about: situation, say });
  read.known++;
}
