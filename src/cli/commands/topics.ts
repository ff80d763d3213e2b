/** The texts of `parley help <topic>`, which concern more than one command. */
import { EXIT_CODES, OUTCOMES, type Outcome } from "../../lib/failure.ts";

export interface Topic {
  readonly summary: string;
  text(): string;
}

export const topics: Readonly<Record<string, Topic>> = {
  "exit-codes": {
    summary: "Meaning of the exit codes",
    text: () =>
      `${(Object.keys(EXIT_CODES) as Outcome[])
        .map((outcome) => `${String(EXIT_CODES[outcome]).padStart(3)}  ${OUTCOMES[outcome]}`)
        .join("\n")}\n\nIf nothing was evaluated, or nothing finished, a gate never passes.
The exit code is the same even if nobody reads the output (\`| head\`). In a pipe, use \`set -o pipefail\`: otherwise the shell
reports only the code of the last program.\n`,
  },
  environment: {
    summary: "Environment variables and their precedence",
    text: () =>
      `${columns([
        ["PARLEY_API_KEY", "the API key; overrides the stored one"],
        ["PARLEY_BASE_URL", "URL of the service"],
        ["PARLEY_PROFILE", "the stored profile to use"],
        ["PARLEY_AGENT", "default for --agent"],
        ["PARLEY_CONFIG_DIR", "folder for stored profiles"],
        ["PARLEY_JOURNAL_DIR", "folder for the journals of bulk work, instead of next to each manifest"],
        ["PARLEY_WEBHOOK_SECRET", "key for checking the signatures of incoming webhooks"],
        ["NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE", "turn color off or on"],
        ["CI", "no color, spinner or questions"],
        ["HTTPS_PROXY, HTTP_PROXY, NO_PROXY", "proxies"],
        ["NODE_EXTRA_CA_CERTS", "certificates to trust, like --ca-file"],
      ])}
A flag overrides the environment, the environment overrides the project file (parley.yaml, in the working
directory or a folder above it), and the project file overrides the stored profile. \`parley auth status\` shows
which settings are used and where they come from.

An API key is never read from a project file, and a stored key is never sent to a base URL from a project file
unless it was stored for that URL.
`,
  },
  output: {
    summary: "Tables, JSON, fields and queries",
    text: () =>
      `On a terminal, data is a table that fits its width, with local times. In a pipe, it is the same rows,
tab-separated and uncut, with times in ISO 8601. stdout carries only data; notes, progress, questions and
errors go to stderr.

${columns([
  ["-o json, --json", "one document: the service's unchanged answer"],
  ["-o jsonl", "one object per line"],
  ["-o yaml", "the same data, unchanged like JSON"],
  ["-o csv", "for spreadsheets: formulas are quoted, and control characters are left out"],
  ["--fields a,b.c", "only these fields of each item; dots reach into objects"],
  ["--query <JMESPath>", "the result of this expression on the data; a single string as it is"],
  ["--raw", "with --query: a single string as it is in every format, also with --json"],
])}
With --json, an error is one object on stderr:
  {"error":{"code","status","message","where","details":[],"hint","request":{"method","path"}}}
`,
  },
};

function columns(rows: readonly (readonly [name: string, about: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}\n`).join("");
}
