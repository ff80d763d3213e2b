/** What the readers do with the fields of logs: `parley import --explain`. */
import type { Fate } from "../../../engine/imports/format.ts";
import { explain } from "../../../engine/imports/vendors.ts";
import { counted } from "../../../engine/words/counted.ts";
import type { CallLogFile } from "../../calls/log-file.ts";

/** The calls of a platform in a log, and the fate of each of their fields or kinds of events. */
export interface ExplainedLog {
  readonly file: string;
  readonly platform: string;
  /** The version of the platform's format that the reader was written for. */
  readonly format: string;
  readonly calls: number;
  /** The states of the calls that have not ended, which are ignored. */
  readonly unfinished: readonly string[];
  /** Why calls cannot be read. */
  readonly faults: readonly string[];
  readonly fields: readonly { readonly name: string; readonly fate: Fate; readonly count: number }[];
}

const FATES: readonly Fate[] = ["read", "kept", "not read", "unknown"];

export function explainLogs(logs: readonly CallLogFile[]): ExplainedLog[] {
  return logs.flatMap(({ file, calls }) => {
    const explained_calls = calls.flatMap((logged) => {
      const explained = logged.log === undefined ? undefined : explain(logged.log);
      return explained ? [{ logged, ...explained }] : [];
    });
    const platforms = [...new Set(explained_calls.map(({ vendor }) => vendor))];
    return platforms.map((platform) => {
      const own = explained_calls.filter(({ vendor }) => vendor === platform);
      const fields = new Map<string, { fate: Fate; count: number }>();
      for (const { fates } of own)
        for (const [name, { fate, count }] of fates)
          fields.set(name, { fate, count: count + (fields.get(name)?.count ?? 0) });
      return {
        file,
        platform,
        format: own[0]?.version ?? "",
        calls: own.length,
        unfinished: own.flatMap(({ logged }) => ("call" in logged ? (logged.call.unfinished ?? []) : [])),
        faults: own.flatMap(({ logged }) => ("fault" in logged ? [logged.fault] : [])),
        fields: [...fields]
          .map(([name, { fate, count }]) => ({ name, fate, count }))
          .sort((a, b) => FATES.indexOf(a.fate) - FATES.indexOf(b.fate)),
      };
    });
  });
}

/** A block for each log, with a line for each field. */
export const explainedText = (logs: readonly ExplainedLog[]): string =>
  logs
    .map(({ file, platform, format, calls, unfinished, faults, fields }) => {
      const width = Math.max(0, ...fields.map(({ name }) => name.length));
      return [
        `${file}: ${counted(calls, "call")} of ${platform}`,
        `  format: ${format}`,
        ...unfinished.map((state) => `  ignored: a call has not ended (${state})`),
        ...faults.map((fault) => `  ${fault}`),
        ...fields.map(({ name, fate, count }) => `  ${fate.padEnd(8)}  ${name.padEnd(width)}  ${count}`),
      ].join("\n");
    })
    .join("\n\n");
