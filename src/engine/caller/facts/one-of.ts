/** A wish for "breakfast or parking" whose caller has the one: what it says then. */
import { fold } from "../../transcript/fold.ts";
import type { Fact } from "./facts.ts";

/** The wish with the caller's own among two values of a fact. */
export const withOwn = (wish: string, facts: readonly Fact[]): string =>
  facts.reduce((text, { value, options = [] }) => {
    const [alternatives] = options
      .filter((option) => fold(option) !== fold(value))
      .flatMap((option) => [`${option} or ${value}`, `${value} or ${option}`])
      .filter((pair) => ` ${fold(text)} `.includes(` ${fold(pair)} `));
    if (alternatives === undefined) return text;
    const at = fold(text).indexOf(fold(alternatives));
    return `${text.slice(0, at)}${value}${text.slice(at + alternatives.length)}`;
  }, wish);
