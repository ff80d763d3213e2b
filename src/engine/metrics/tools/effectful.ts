/** Verbs of reading. */
const READING = new Set(
  "calculate check compare count describe fetch find get has is list look lookup query read retrieve search show think validate verify view".split(
    " ",
  ),
);

/** Verbs of change; words that name a thing as often (`order_status`, `call_history`) are left out. */
const CHANGING = new Set(
  (
    "accept activate add apply approve assign block book buy cancel change charge checkout close complete confirm create " +
    "deactivate debit delete disable enable enroll escalate exchange grant insert install invite issue lock " +
    "make mark merge modify move notify open pay place post purchase put refund register reject release " +
    "remove rename reschedule reserve reset resume return revoke save schedule sell send set ship sign start stop submit " +
    "subscribe suspend terminate toggle transfer unblock unlock unregister unsubscribe update upgrade upload void withdraw write"
  ).split(" "),
);

/** The words of a name in snake_case, kebab-case, camelCase or dotted form. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

/**
 * Guesses from its name whether a tool changes something: its first word is a verb of change (`cancel_order`), or its
 * last word is and the first is not a verb of reading (`orders.cancel`, but not `get_refund`).
 */
export function seemsEffectful(name: string): boolean {
  const words = wordsOf(name);
  const first = words[0] ?? "";
  if (CHANGING.has(first)) return true;
  return !READING.has(first) && CHANGING.has(words.at(-1) ?? "");
}

/** Decides by the explicit list of names when there is one, otherwise by `seemsEffectful`. */
export function effectfulRule(names: readonly string[] | null | undefined): (name: string) => boolean {
  if (names !== null && names !== undefined) {
    const listed = new Set(names);
    return (name) => listed.has(name);
  }
  const guesses = new Map<string, boolean>();
  return (name) => {
    const known = guesses.get(name);
    if (known !== undefined) return known;
    const guess = seemsEffectful(name);
    guesses.set(name, guess);
    return guess;
  };
}
