/** What readers are given: by the type of their first parameter a value that holds the text, and ordinary values beside it. */
import { prepareCaller } from "../../../src/engine/caller/caller.ts";
import type { ErrandFact } from "../../../src/engine/caller/errand.ts";
import { hear } from "../../../src/engine/caller/hearing/hear.ts";
import { languageOf } from "../../../src/engine/caller/language.ts";
import { voiceOf } from "../../../src/engine/caller/saying/phrase.ts";
import { initialState } from "../../../src/engine/caller/state.ts";
import { isSaid } from "../../../src/engine/caller/understanding/understood.ts";
import { readAgent } from "../../../src/engine/generation/reading/agent.ts";
import { lexiconOf } from "../../../src/engine/heard/lexicon.ts";
import { FORMATS } from "../../../src/engine/imports/vendors.ts";
import { catalogue } from "../../../src/engine/metrics/catalogue.ts";
import { NUMBER_LEXICONS } from "../../../src/engine/numbers/lexicon.ts";
import { wordsOf } from "../../../src/engine/numbers/words.ts";
import { tokensOf } from "../../../src/engine/policies/read/tokens.ts";
import { noWords } from "../../../src/engine/rules-language/text/words.ts";
import { twilio } from "../../../src/service/voice/transports/telephone/twilio.ts";
import type { Exported } from "./collect.ts";

const language = languageOf("en");
const NOW = new Date("2026-11-24T12:00:00Z");
/** Draws no numbers, so that a reader does the same each time. */
const rng = () => 0.5;

const tools = [
  {
    name: "order",
    description: "Orders a pizza",
    parameters: {
      type: "object",
      required: ["size", "doctor"],
      properties: {
        size: { type: "string", enum: ["small", "large"], description: "The size" },
        doctor: { type: "string" },
        day: { type: "string" },
        people: { type: "integer" },
      },
    },
  },
];
const traits = Object.entries({
  goal_tool: "order",
  size: "large",
  doctor: "Dr Patel",
  day: "2026-12-01",
  people: 4,
  preferred_time: "morning",
}).map(([trait_name, value]) => ({ trait_name, value }));
const caller = prepareCaller({ intent: "I'd like to order.", traits }, { tools });
const state = initialState(0);
const plain = (text: string) => text;
const paint = new Proxy({}, { get: () => plain });

/** A conversation or a list of texts: pieces as long as what people say. */
const PIECE = 400;
const pieces = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / PIECE) }, (_, at) => text.slice(at * PIECE, (at + 1) * PIECE));
const sides = ["AGENT", "USER"] as const;
const said = (text: string) =>
  pieces(text).map((utterance, at) => ({ role: sides[at % 2] as "AGENT" | "USER", utterance }));
const entries = (text: string) => said(text).map(({ role, utterance }) => ({ speaker: role, utterance }));
const agentTexts = (text: string) => ({
  name: "Desk",
  agent_description: text,
  goals: [text.slice(0, 9900)],
  prompt: text,
  knowledge_base: text,
  tools,
});
const digitalHuman = (text: string) => ({
  intent: text,
  role_description: text,
  hangup_instructions: text,
  traits: [...traits, { trait_name: "note", value: text }],
  scripted_responses: [{ match_phrase: text.slice(0, 900), response_value: text.slice(0, 900) }],
});

/** The form of a request for a call. */
const CALL = { To: "+14155550123", From: "+14155550100" };

const turnFor = (text: string) => ({
  caller,
  state,
  language,
  heard: hear(text, language),
  times: 1,
  voice: voiceOf({ caller, state, rng }),
});

/** A value of a first parameter's type, with the text in it. Such a parameter makes a function a reader. */
export const HOLDING: Readonly<Record<string, (text: string) => readonly unknown[]>> = {
  string: (text) => [text],
  "string | null": (text) => [text],
  "string | undefined": (text) => [text],
  "string | null | undefined": (text) => [text],
  "string | number": (text) => [text],
  "number | string": (text) => [text],
  "string | number | undefined": (text) => [text],
  "readonly string[]": (text) => [pieces(text), [text, "x", text.slice(0, -1)]],
  "readonly unknown[]": (text) => [[{ text, [text.slice(0, 500)]: 1 }, text]],
  "string[]": (text) => [pieces(text)],
  "readonly (number | string)[]": (text) => [pieces(text)],
  "readonly (string | number)[]": (text) => [pieces(text)],
  "readonly [string, ...string[]]": (text) => [pieces(text)],
  "Iterable<string>": (text) => [pieces(text)],
  "Iterable<readonly [where: string, text: string]>": (text) => [[["turn 1", text]]],
  "Record<string, unknown>": (text) => [{ text, [text.slice(0, 500)]: 1 }],
  "Readonly<Record<string, unknown>>": (text) => [{ text, [text.slice(0, 500)]: 1 }],
  "Readonly<Record<string, unknown>> | undefined": (text) => [{ text, [text.slice(0, 500)]: 1 }],
  unknown: (text) => [
    text,
    { text, transcript: entries(text), messages: said(text), utterances: pieces(text) },
  ],
  Heard: (text) => [hear(text, language)],
  Turn: (text) => [turnFor(text)],
  AgentMessage: (text) => [{ caller, state, at_ms: 0, rng, message: text }],
  Caller: (text) => [prepareCaller(digitalHuman(text), { tools })],
  DigitalHuman: (text) => [digitalHuman(text)],
  AgentTexts: (text) => [agentTexts(text)],
  Agent: (text) => [readAgent(agentTexts(text))],
  ConversationInput: (text) => [
    {
      transcript: entries(text),
      tool_calls: [{ name: "order", parameters: { size: text } }],
      reference_transcript: text,
    },
    {
      transcript: [
        { speaker: "AGENT", utterance: text },
        { speaker: "USER", utterance: text },
      ],
      tool_calls: [],
    },
  ],
  HeardConversation: (text) => [
    {
      transcript: entries(text),
      tool_calls: [{ name: "order", parameters: { order_number: text.slice(0, 200) } }],
      reference_transcript: text,
    },
  ],
  "readonly Turn[]": (text) => [said(text)],
  "readonly Said[]": (text) => [said(text), [{ role: "AGENT", utterance: text }]],
  'readonly Pick<Turn, "role" | "utterance">[]': (text) => [said(text)],
  "readonly { role: string; utterance: string }[]": (text) => [said(text)],
  "readonly Entry[]": (text) => [pieces(text).map((utterance) => ({ speaker: "AGENT", utterance }))],
  "readonly TranscriptEntry[]": (text) => [entries(text)],
  "readonly Token[]": (text) => [tokensOf(text)],
  URLSearchParams: (text) => [
    new URLSearchParams({ ...CALL, Twiml: text }),
    new URLSearchParams({ ...CALL, Texml: text }),
    new URLSearchParams({ ...CALL, Url: text }),
    new URLSearchParams({ ...CALL, Url: "https://a.test/", MachineDetection: text }),
    new URLSearchParams({ to: text, from: text, answer_url: "https://a.test/" }),
    new URLSearchParams({ to: CALL.To, from: CALL.From, connection_id: text, stream_url: text }),
    new URLSearchParams({ to: CALL.To, from: CALL.From, answer_url: text, hangup_url: text }),
    new URLSearchParams({
      ...CALL,
      Url: "https://a.test/",
      StatusCallback: "https://a.test/",
      StatusCallbackEvent: text,
    }),
  ],
};

/** A fact of each kind that may be heard. */
const FACTS = {
  name: "Grace Thornton",
  order_number: "KX-4471",
  email: "grace.thornton@example.com",
  date_of_birth: "1984-05-04",
  amount: "$150",
  address: "14 Elm Street",
  people: "4",
};

/** What an errand is about. With two counts among them, each has to be said with what it counts. */
const COUNTED: readonly ErrandFact[] = [
  { name: "people", value: 4, required: true, words: ["people"], type: "integer" },
  { name: "children", value: 2, required: true, words: ["children"], type: "integer" },
  { name: "day", value: "2026-12-01", required: true, words: ["day"], format: "date" },
  { name: "size", value: "large", required: true, words: ["size"], options: ["small", "large"] },
];

/** Ordinary values of the other parameters, by type. */
const BESIDE: Readonly<Record<string, unknown>> = {
  string: "Monday at 9:30, size large",
  "string | undefined": "Monday",
  "string | null": "Monday",
  "string | null | undefined": "en",
  "string | number": "7",
  "readonly string[]": ["Monday", "book_table", "size"],
  "readonly string[] | undefined": undefined,
  "string[]": ["Monday", "book_table"],
  "Iterable<string>": ["Monday", "book_table"],
  number: 80,
  "number | undefined": 80,
  "number | null | undefined": 2,
  "number | null": 80,
  boolean: true,
  unknown: undefined,
  "readonly unknown[]": [{ name: "Ana" }],
  Date: NOW,
  Rng: rng,
  Language: language,
  LanguageCode: "en",
  'Language["cues"]': language.cues,
  DateWords: language.dates,
  "Slot | null": null,
  Heard: hear("Which size would you like?", language),
  "readonly number[]": [0],
  Turn: turnFor("Which size would you like?"),
  Caller: caller,
  'Pick<Caller, "facts">': caller,
  CallerState: state,
  "CallerState | undefined": state,
  'Pick<CallerState, "changed" | "mind_changed">': state,
  'Pick<CallerState, "told">': state,
  "readonly MadeCall[]": [{ name: "order", parameters: { size: "large" } }],
  Fact: caller.facts[0],
  "readonly Fact[]": caller.facts,
  ErrandFact: COUNTED[0],
  "readonly ErrandFact[]": COUNTED,
  "(text: string, value: string) => boolean": (text: string, value: string) => isSaid(text, value, language),
  "readonly ScriptedRule[]": caller.script,
  "readonly Wrong[]": [],
  Reply: { rule: "fallback", say: "Sorry?" },
  '"agent" | "caller"': "agent",
  '"pet" | "child"': "pet",
  '"confirm_done" | "confirm_answered"': "confirm_done",
  "readonly (keyof DigitalHuman)[]": [],
  CallerEvent: { event: "open" },
  'Pick<ErrandFact, "name" | "options" | "thing"> | undefined': COUNTED[0],
  'Pick<ErrandFact, "options" | "type" | "format">': COUNTED[0],
  'Pick<ErrandFact, "name" | "options" | "type" | "format">': COUNTED[0],
  "{ readonly wanted: string; readonly said: string }": { wanted: "2 December", said: "2026-12-03" },
  '"question" | "record"': "record",
  "readonly Said[]": [{ role: "AGENT", utterance: "Which size?" }],
  "Side | undefined": undefined,
  "readonly AgentTool[]": tools,
  Agent: readAgent(agentTexts("Help callers to order a pizza.")),
  AgentTexts: agentTexts("Help callers to order a pizza."),
  Described: { description: "In minutes", options: [30, 60] },
  ToolParameter: { path: ["count"], name: "count", required: true, type: "integer", examples: [] },
  'ToolParameter["path"]': ["doctor"],
  "readonly T[]": ["small", "large"],
  '"date" | "time"': "date",
  KnownTools: { names: new Set(["order"]), parameters: new Map(), hasMinorUnits: false },
  'Pick<Sources, "seed" | "today">': { seed: "s", today: "2026-11-24" },
  Sources: { text: "", lists: [], hours: [], identifiers: [], today: "2026-11-24", seed: "s" },
  "readonly Trait[]": traits,
  "<T>(items: readonly T[]) => T | undefined": <T>(items: readonly T[]) => items[0],
  "ReadonlySet<string>": new Set(["small"]),
  "{ readonly withCode: boolean }": { withCode: true },
  "readonly Line[]": [{ agent: "hi" }],
  "CatalogueEntry[]": [...catalogue],
  MetricSettings: { response_type: "pass_fail", allow_not_applicable: true },
  WordsOfTexts: noWords(),
  "Mistake[]": [{ at: 1, message: "m" }],
  Format: FORMATS[0],
  'Pick<Format, "read" | "not_read">': FORMATS[0],
  "Readonly<Record<string, Side>>": { Agent: "AGENT" },
  "Readonly<Record<string, string | string[] | undefined>>": {},
  Asked: { metric: { response_type: "pass_fail" }, turns: [] },
  RewriteAnswer: { nonce: "n", optimized_prompt: "Is {{name}} greeted?" },
  RewriteBounds: { nonce: "n", maximum: 1000 },
  Ballot: { nonce: "n", controls: [true, false] },
  FactOptions: { silence_threshold_ms: 1000 },
  'RuleInput["metric"]': () => undefined,
  "readonly Side[]": ["agent", "user"],
  "readonly { readonly role: string; readonly utterance: string }[]": said("Which size?"),
  'Pick<Carrier, "placeIn" | "wants">': twilio,
  'Readonly<Record<string, AgentCall["machine_detection"]>>': { Enable: "Enable" },
  RequestForm: {
    carrier: twilio,
    xml: "Twiml",
    xml_wins: false,
    method: "Method",
    detections: {},
    refused: [],
  },
  LoggedCall: { vendor: "retell", fields: {} },
  "Readonly<Record<string, unknown>> | null | undefined": { size: "large" },
  "(found: GroupedDigits) => boolean": () => true,
  "(text: string) => boolean": (text: string) => text.length % 2 === 0,
  'Readonly<Record<Labelled["kind"], string>>': { person_name: "*", address: "*", date_of_birth: "*" },
  Around: { before: "call me at ", after: "" },
  "Intl.Segmenter": new Intl.Segmenter("zh", { granularity: "word" }),
  Conversation: { simulation_result_id: "1", told: undefined, newId: () => "m" },
  "readonly Choice[]": [],
  "readonly Path[]": [],
  "readonly PropertyKey[]": ["text"],
  "(path: Path, name: string) => void": () => undefined,
  "Readonly<Record<string, string | undefined>>": { HOME: "/" },
  "View | undefined": undefined,
  Paint: paint,
  "{ readonly indent: string; readonly columns: number }": { indent: "  ", columns: 80 },
  NoReach: { by: null, why: "it has no address", set: [] },
  Connection: { mode: "TEXT" },
  PreparedRequest: { method: "GET", path: "/v1/agents" },
  Attempt: { method: "GET", url: "http://127.0.0.1:1/", path: "/", unknown: false },
  Operation: "evaluate",
  LastAnswers: new Map(),
  Uint8Array: new Uint8Array(1),
  Replace: () => undefined,
  'Omit<Signed, "body">': { id: "1", timestamp: "1", secret: "s", now: 0 },
  Signed: { id: "1", timestamp: "1", body: "{}", secret: "s", now: 0 },
  Named: String,
  Lexicon: lexiconOf("en"),
  NumberLexicon: NUMBER_LEXICONS.get("en"),
  "readonly Word[]": wordsOf("It's the fourth of May, double five."),
  "readonly CallersFact[]": Object.entries(FACTS).map(([name, value]) => ({ name, value })),
};

/** Every way in which a reader is given a text, or undefined if a parameter is of a type that nobody has described. */
export function argumentsFor({ parameters }: Exported, text: string): unknown[][] | undefined {
  const [first = "", ...others] = parameters;
  if (!others.every((type) => type in BESIDE)) return undefined;
  const usual = (HOLDING[first]?.(text) ?? []).map((one) => [one, ...others.map((type) => BESIDE[type])]);
  // A second text may be a stranger's as well.
  if (!others.includes("string") || first !== "string") return usual;
  const swapped = others.map((type) => (type === "string" ? text : BESIDE[type]));
  return [...usual, [BESIDE["string"], ...swapped]];
}
