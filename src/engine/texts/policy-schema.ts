/** What the texts in `policies/` may contain. Like `schema.ts`, it is for the build and for types. */
import { z } from "zod";
import { fold } from "../transcript/fold.ts";

const text = z.string().min(1);

const phrasesOf = z
  .array(text.refine((written) => written === fold(written), "must be written in small letters"))
  .min(1);

/** A pattern of the rule language, written without its slashes and matched without case. */
const rulePattern = text.max(200, "must have at most 200 characters");

const lines = z.array(text).min(1);

/** The words by which sentences of a prompt are read as policies. `policies/en.yaml` explains every key. */
export const policyWords = z.strictObject({
  force: z.strictObject({ must_not: phrasesOf, must: phrasesOf, may: phrasesOf }),
  agent: phrasesOf,
  nothing: phrasesOf,
  articles: phrasesOf,
  imperatives: phrasesOf,
  demands: phrasesOf,
  cases: phrasesOf,
  scenes: phrasesOf,
  call: phrasesOf,
  called: phrasesOf,
  naming: phrasesOf,
  tool_words: phrasesOf,
  by: phrasesOf,
  fields: phrasesOf,
  passive: phrasesOf,
  is_called: phrasesOf,
  done: phrasesOf,
  found: phrasesOf,
  before: phrasesOf,
  until: phrasesOf,
  only_after: phrasesOf,
  after: phrasesOf,
  given: phrasesOf,
  people: phrasesOf,
  consent: z.strictObject({
    how: phrasesOf,
    said: phrasesOf,
    to: phrasesOf,
    of: phrasesOf,
    nouns: phrasesOf,
    getting: phrasesOf,
    asking: phrasesOf,
    ask: phrasesOf,
    asked: phrasesOf,
    question: rulePattern,
  }),
  say: phrasesOf,
  mention: phrasesOf,
  mentioned: phrasesOf,
  ordinary: phrasesOf,
  opening: z.strictObject({
    verbs: phrasesOf,
    answer: phrasesOf,
    greet: phrasesOf,
    conversations: phrasesOf,
    with: phrasesOf,
    places: phrasesOf,
    first: phrasesOf,
  }),
  each: phrasesOf,
  times: z.record(z.string(), z.number()),
  more_than: phrasesOf,
  at_most: phrasesOf,
  scope: phrasesOf,
  above: phrasesOf,
  below: phrasesOf,
  exceeds: phrasesOf,
  at_most_is: phrasesOf,
  money: phrasesOf,
  minor_units: phrasesOf,
  exceptions: phrasesOf,
  concessions: phrasesOf,
  no_exception: phrasesOf,
  relaxing: phrasesOf,
  neutral: phrasesOf,
  doubtful: phrasesOf,
  deeds: z.record(z.string(), phrasesOf),
  deed_nouns: phrasesOf,
  confidential: phrasesOf,
  provoking: z.strictObject({
    topics: z.record(z.string(), lines),
    secrets: phrasesOf,
    secret: lines,
    mention: lines,
    again: lines,
    insist: lines,
    refuse: lines,
  }),
  caller_language: phrasesOf,
  english: rulePattern,
});
