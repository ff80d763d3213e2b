/** What was probably meant by an expectation that is not a clause, in the form that is one. */

/** A way of writing that is not the language's, and what to write instead. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  // `calls lookup_order before issue_refund`
  [
    /\b(before|after)\s{1,9}(?:calls\s{1,9}|calling\s{1,9})?(?!(?:agent|tool|turn|user)\b)([\w-]{1,64})\s{0,9}$/i,
    "$1 tool $2 called",
  ],
  // `says the word "confirmed"`
  [/\bsays\s{1,9}(?:the\s{1,9})?(?:words?|phrase)\s{1,9}(?=["/])/i, "says "],
  // `says confirmed`
  [/\bsays\s{1,9}([^"/\s][^"/]{0,199})$/i, 'says "$1"'],
];

/** @param isClause whether an expectation is a clause without mistakes */
export function meantForm(expectation: string, isClause: (text: string) => boolean): string | undefined {
  const written = expectation.trim();
  return FORMS.map(([form, instead]) => written.replace(form, instead)).find(
    (text) => text !== written && isClause(text),
  );
}
