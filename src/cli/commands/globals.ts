import { OUTPUTS } from "../render/view.ts";
import { flag, option } from "./options.ts";
import { fieldNames, integerFrom, numberBetween, oneOf } from "./parsers.ts";

/** How often requests are retried unless --retries says. `parley test` retries callers, and by default none. */
export const REQUEST_RETRIES = 3;

/** Options that every command takes, before or after its name. */
export const globalOptions = {
  profile: option("--profile <name>", "stored profile to use"),
  base_url: option("--base-url <url>", "URL of the service, instead of the profile's"),
  api_key_stdin: flag("--api-key-stdin", "read the API key from standard input"),
  timeout: option("--timeout <seconds>", "how long to wait for an answer", numberBetween(0.1, 86_400), 60),
  retries: option(
    "--retries <n>",
    `how many times to retry requests that are safe to repeat (default: ${REQUEST_RETRIES})`,
    integerFrom(0),
  ),
  concurrency: option("--concurrency <n>", "parallel requests in bulk work", integerFrom(1), 8),
  output: option("-o, --output <format>", "how to print data", oneOf(OUTPUTS)),
  json: flag("--json", "the same as -o json"),
  fields: option("--fields <a,b.c>", "only these fields of each item", fieldNames),
  query: option("--query <JMESPath>", "apply this expression to the data"),
  raw: flag("--raw", "with --query: print a string without quotes, also with --json"),
  no_color: flag("--no-color", "no color"),
  no_input: flag("--no-input", "never ask; missing input is an error"),
  yes: flag("-y, --yes", "answer yes to confirmations"),
  quiet: flag("-q, --quiet", "no notes or progress; print only the ids of created objects"),
  debug: flag(
    "--debug",
    "trace requests on stderr; give it twice for headers and bodies, with secrets masked",
  ),
  dry_run: flag("--dry-run", "print the requests that would change something, but send nothing"),
  curl: flag("--curl", "like --dry-run, but print curl commands"),
  insecure_http: flag("--insecure-http", "allow plain http to other hosts"),
  ca_file: option("--ca-file <file>", "also trust the certificates in this PEM file"),
};

type Value<O> = O extends { readonly type?: infer T } ? Exclude<T, never> : never;
export type Globals = { readonly [K in keyof typeof globalOptions]: Value<(typeof globalOptions)[K]> } & {
  /** How often --debug was given. */
  readonly debug_level: number;
};
