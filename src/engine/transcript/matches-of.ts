/**
 * Like `text.matchAll(pattern)`, for a long pattern that a module keeps. `matchAll` makes a copy of its pattern, and V8
 * compiles a copy again once a collection of garbage has emptied its cache: 30 ms for the patterns of `findValues`.
 * @param pattern with the flag `g`
 */
export function matchesOf(pattern: RegExp, text: string): RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    matches.push(match);
    // `exec` finds an empty match in the same place again.
    if (match[0] === "") pattern.lastIndex += 1;
  }
  return matches;
}
