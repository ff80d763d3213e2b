/** Options of every command that sends many items. */
import { usage } from "../../../lib/failure.ts";
import { flag, list, type Opt, option } from "../command.ts";
import { integerFrom, numberBetween, oneOf, type Parser } from "../parsers.ts";

/** A report to write: its format and its file, relative to the working directory. */
export interface ReportTarget<F extends string = "json" | "junit"> {
  readonly format: F;
  readonly file: string;
}

/** `json=FILE`, where the format is one that the command can write. */
export const reportTarget = <const F extends string>(formats: readonly F[]): Parser<ReportTarget<F>> => ({
  parse(word) {
    const at = word.indexOf("=");
    const file = word.slice(at + 1);
    if (at < 1 || file === "")
      throw usage(`must be one of ${formats.map((format) => `${format}=FILE`).join(", ")}, not "${word}"`);
    return { format: oneOf(formats).parse(word.slice(0, at)), file };
  },
});

/** Default of --max-wait if the service stops answering. */
export const OUTAGE_WAIT_SECONDS = 60;

export const bulkOptions = {
  restart: flag("--restart", "ignore earlier runs of this command and send everything"),
  max_failures: option(
    "--max-failures <n>",
    "stop starting items once this many have failed",
    integerFrom(1),
  ),
  report: list(
    "--report <format=file>",
    "also write a report on each item: json=FILE, junit=FILE; repeatable",
    reportTarget(["json", "junit"]),
  ),
  max_wait: option(
    "--max-wait <seconds>",
    "how long to wait for a service that stops answering during the run",
    numberBetween(0, 604_800),
    OUTAGE_WAIT_SECONDS,
  ),
};

type ValueOf<O> = O extends Opt<infer T> ? T : never;
export type BulkInput = { readonly [K in keyof typeof bulkOptions]: ValueOf<(typeof bulkOptions)[K]> };
