/** What `parley help <topic>` prints: words that belong to no single command. */
import { EXIT_CODES, OUTCOMES, type Outcome } from "../failure.ts";

export interface Topic {
  readonly summary: string;
  text(): string;
}

export const topics: Readonly<Record<string, Topic>> = {
  "exit-codes": {
    summary: "What the exit codes mean",
    text: () =>
      `${(Object.keys(EXIT_CODES) as Outcome[])
        .map((outcome) => `${String(EXIT_CODES[outcome]).padStart(3)}  ${OUTCOMES[outcome]}`)
        .join("\n")}\n\nNothing evaluated, or nothing finished, never passes a gate.\n`,
  },
  environment: {
    summary: "Environment variables, and what wins over what",
    text: () =>
      `${columns([
        ["PARLEY_API_KEY", "the API key; wins over the stored one"],
        ["PARLEY_BASE_URL", "the service"],
        ["PARLEY_PROFILE", "the stored profile to use"],
        ["PARLEY_AGENT", "default of --agent"],
        ["PARLEY_CONFIG_DIR", "folder of the stored profiles"],
        ["PARLEY_JOURNAL_DIR", "folder of the journals of bulk work, instead of beside each manifest"],
        ["PARLEY_WEBHOOK_SECRET", "key of the signatures of incoming webhooks"],
        ["NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE", "colour off, colour on"],
        ["CI", "no colour, no spinner, no questions"],
        ["HTTPS_PROXY, HTTP_PROXY, NO_PROXY", "proxies"],
        ["NODE_EXTRA_CA_CERTS", "certificates to trust; so does --ca-file"],
      ])}
A flag wins over the environment, the environment over the project file (parley.yaml, found upwards from the
working directory), the project file over the stored profile. \`parley auth status\` shows what is in force and why.

An API key is never taken from a project file, and a stored key is never sent to a base URL that a project file
names, other than the one it was stored for.
`,
  },
  output: {
    summary: "Tables, JSON, fields and queries",
    text: () =>
      `On a terminal data is a table, fitted to its width, with local times. Piped it is the same rows, tab-separated,
with times in ISO 8601 and nothing cut. stdout carries data and nothing else; remarks, progress, questions and
errors go to stderr.

${columns([
  ["-o json, --json", "one document: the service's answer as it came"],
  ["-o jsonl", "one object a line"],
  ["-o yaml", "the same data, to the letter like JSON"],
  ["-o csv", "for spreadsheets: formulas are quoted, and what a terminal would obey is left out"],
  ["--fields a,b.c", "only these fields of each item, dots go inside"],
  ["--query <JMESPath>", "what the expression takes out of the data"],
])}
With --json an error is one object on stderr:
  {"error":{"code","status","message","where","details":[],"hint","request":{"method","path"}}}
`,
  },
};

function columns(rows: readonly (readonly [name: string, about: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}\n`).join("");
}
