// Finds phrases that a native speaker would stumble over, in messages, help, docs, comments and titles of tests.
// `npm run check:words`, or with files as arguments: only those. Prints file:line, the phrase and what to write instead.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** What callers and attackers say is data; others' words and generated files are not ours. */
const NOT_OURS = [
  "LICENSE",
  "package-lock.json",
  "scripts/plain-english.mjs",
  "src/engine/texts/attacks/",
  "src/engine/texts/languages/",
  "fixtures/transcripts/",
];

const TEXT = /\.(?:[cm]?[jt]s|d\.ts|md|ya?ml|json|sh|txt)$|^bin\//;

/** Phrase, what to write instead, and a sentence that has it: the script tests itself with these. */
const STILTED = [
  {
    phrase:
      /(?<!\bthere )\b(?:is|are|was|were) no (?!longer|more|less|fewer|better|worse|later|earlier|different)[a-z]/i,
    instead: '"is not a valid …", "is not a …"',
    example: "nope is no URL",
  },
  {
    phrase: /(?:^|[.:;] |[`"'*] ?|\/\/ )Of (?:an?|the|what|which|it|those|each|all|one|several|many|both) /,
    instead: "put the subject first: Y of X",
    example: "/** Of a request that failed, the status. */",
  },
  {
    phrase: /\bexcludes? each other\b/i,
    instead: '"cannot be used together"',
    example: "a and b exclude each other",
  },
  {
    phrase: /(?<!\bthere )\b(?:is|are|was|were) none\b(?! of)/i,
    instead: '"is not one", "does not exist", "is invalid"',
    example: "the URL is none",
  },
  {
    phrase: /\b(?:stands?|stood) (?:beside|between|there|for itself|in (?!for\b)|on |at )/i,
    instead: '"is"',
    example: "the list stands in the answer",
  },
  {
    phrase:
      /\b(?:still|that|which|it) holds?(?:[.,;]| (?:when|while|at|from|all together)\b| ?\*\/|$)|\bdid not hold\b/i,
    instead: '"applies", "is true", "is valid"',
    example: "so that its signature still holds.",
  },
  {
    phrase: /\b(?:go|goes|went|gone|going) on\b(?! (?:top|the|an?|std\w+|disk)\b)/i,
    instead: '"continues", "is running", "is in progress"',
    example: "the run goes on",
  },
  {
    phrase:
      /\b(?:what|how)\b[^.;:]{0,60}\b(?:comes?|came) to\b(?:[.,;:*]| \*|$)|\b(?:comes?|came) to (?:nothing|the same|an end|their end)\b/i,
    instead: '"results in", "ends", "the outcome of"',
    example: "what a run came to.",
  },
  {
    phrase:
      /(?<!\b(?:none|all|some|most|each|both|one|any|either|many|few|half|two|three) )\bof (?:which|whom)\b/i,
    instead: '"whose", or two sentences',
    example: "a list of which one is used",
  },
  { phrase: /\bwhat begins\b/i, instead: '"anything that begins"', example: "what begins with a slash" },
  { phrase: /\bby way of\b/i, instead: '"by", "through", "with"', example: "by way of commander" },
  {
    phrase: /\b(?:is|are|be) had\b/i,
    instead: '"is available", "takes place"',
    example: "the key is had there",
  },
  {
    phrase: /\bthere (?:is|are) no such\b/i,
    instead: '"… not found", "… does not exist"',
    example: "there is no such file",
  },
  {
    // As the beginning of a message. Within a sentence it is plain English.
    phrase: /["'`]there (?:is|are) no (?!(?:longer|more|need|way)\b)/,
    instead: '"… not found", "no … in …", "no … is set"',
    example: 'error: "there is no URL to send it to"',
  },
  {
    phrase: /\b(?:if|where|when) there is no file\b/i,
    instead: '"if the file does not exist"',
    example: "if there is no file, that is cheaper",
  },
  {
    phrase: /\bof (?:all )?(?:\d+|\$\{[^}]*\}) \w+,? (?:\d+|\$\{[^}]*\}) (?:\w+ed|are|were|do|did)\b/i,
    instead: '"2 of 40 items failed"',
    example: "of 40 items 2 failed",
  },
  { phrase: /\banew\b/i, instead: '"again", or "re-" before the verb', example: "the list is read anew" },
  { phrase: /\b(?:whomever|heeded)\b/i, instead: '"anyone", "obeyed", "followed"', example: "from whomever" },
  { phrase: /\bin the making\b/i, instead: '"in preparation"', example: "answers in the making" },
  { phrase: /\bas (?:it|they) stands?\b/i, instead: '"unchanged", "as is"', example: "sent as it stands" },
  {
    phrase: /\b(?:is|are|was|were|be) told of\b|\btells of\b/i,
    instead: '"is notified of", "gets", "reports"',
    example: "the webhook is told of each call",
  },
  { phrase: /\bthe same holds\b/i, instead: '"so does", "also"', example: "the same holds for runs" },
  { phrase: /\bsuch as comes\b/i, instead: '"as it comes"', example: "such as comes first" },
  {
    phrase: /\b(?:longest|shortest) wait for\b/i,
    instead: '"how long to wait for"',
    example: "longest wait for an answer",
  },
  {
    phrase: /\bmakes? (?:a|an|several|\d+) (?:digital humans?|metrics?|keys?|certificates?|folders?)\b/i,
    instead: '"creates"',
    example: "the command makes a key",
  },
  {
    // The API's own value is in quotes or backticks and keeps its name.
    phrase: /(?<![\w`"'.])incompleted(?![\w`"':])/,
    instead: '"inconclusive" (the API\'s value, in backticks, keeps its name)',
    example: "three were incompleted",
  },
  {
    phrase: /\bthe input has (?:a|\$|\d+|several|many)\b.{0,12} ?faults?\b/i,
    instead: '"invalid input"',
    example: "the input has a fault",
  },
  {
    phrase: /→ (?:happened|did not happen)\b(?!\|)/,
    instead: '"→ condition met", "→ condition never met"',
    example: "pass when tool pay called → did not happen",
  },
  {
    phrase: /\bwhen has the caller got it\b/i,
    instead: '"What counts as success?"',
    example: "Success criteria: when has the caller got it?",
  },
  {
    phrase: /\bsituation (?:that )?it tests never\b/i,
    instead: '"not reached: the call ended first"',
    example: "the situation that it tests never arose",
  },
  { phrase: /\bAll 1 [a-z]/, instead: '"The conversation passed"', example: "All 1 conversation passed" },
  {
    phrase: /\bThis verdict is\b(?! \w)/,
    instead: '"Is this verdict right?"',
    example: "This verdict is</span>",
  },
  {
    phrase: /\bwhen it (?:started|starts) first\b/i,
    instead: '"on first start"',
    example: "printed a key when it started first",
  },
  {
    phrase: /\d %(?![\w])|\} %[`"']/,
    instead: "a rate without a space: 66.7%",
    example: "1 of 2 passed (50 %)",
  },
];

for (const { phrase, example } of STILTED)
  if (!phrase.test(example)) throw new Error(`the pattern ${phrase} does not find "${example}"`);

const asked = process.argv.slice(2);
const files = asked.length > 0 ? asked : execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n");
const checked = files.filter((file) => TEXT.test(file) && !NOT_OURS.some((start) => file.startsWith(start)));

const found = checked.flatMap((file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) =>
      STILTED.flatMap(({ phrase, instead }) => {
        const [words] = phrase.exec(line) ?? [];
        return words === undefined ? [] : [`${file}:${index + 1}: "${words.trim()}": write ${instead}`];
      }),
    ),
);
if (found.length > 0) {
  process.stderr.write(`${found.join("\n")}\n${found.length} phrases to reword\n`);
  process.exitCode = 1;
}
