import { usage } from "../../../lib/failure.ts";
import type { Parser } from "../parsers.ts";

/** The steps of a dotted path into a body; list items are numbered from 0. */
export type Path = readonly string[];

export interface Assignment {
  readonly path: Path;
  readonly text: string;
}

export const path: Parser<Path> = {
  parse(text) {
    const steps = text.split(".");
    if (steps.includes("")) throw usage(`must be a path such as name or traits.0.value, not "${text}"`);
    return steps;
  },
};

/** `path=value`. Everything after the first `=` is the value, which may be empty. */
export const assignment: Parser<Assignment> = {
  parse(text) {
    const end = text.indexOf("=");
    if (end < 1) throw usage(`must be path=value, not "${text}"`);
    return { path: path.parse(text.slice(0, end)), text: text.slice(end + 1) };
  },
};
