/**
 * Which tools change something. Explicit lists decide. For other tools, it is guessed from the name, and the
 * guess is reported.
 */
import { wordsOfName } from "../../words/tool-words.ts";
export interface StatedTools {
  /** Tools that change something. */
  effectful?: readonly string[] | null;
  /** Tools that only read. */
  read_only?: readonly string[] | null;
}

export interface EffectfulRule {
  (name: string): boolean;
  /** Whether no explicit list covers the tool. */
  isGuess(name: string): boolean;
}

const listOf = (text: string) => new Set(text.split(" "));

/** Verbs of reading, at the beginning of a name (`get_refund`) or at its end (`open_hours_lookup`). */
const READING = listOf(
  "calculate check compare count describe estimate fetch find get has is list look lookup query quote read retrieve search show think validate verify view",
);

/** Last words that name something to be read: `order_status`, `refund_policy`. */
const READ_THINGS = listOf(
  "availability balance details history hours info information policy price status summary",
);

/** Verbs of change that are rarely nouns. They count anywhere in a name (`crm_create_ticket`). */
const CHANGING_ANYWHERE = listOf(
  "activate add adjust allocate alter amend append approve arrange assign authorise authorize cancel create deactivate delete " +
    "deploy destroy disable dispatch dispense enable enrol enroll erase extend insert install modify postpone prolong purge " +
    "reactivate reassign rearrange rebook reboot redeliver redirect refill register reimburse reinstate reissue remove rename " +
    "renew reorder reschedule resend reserve revoke send " +
    "shutdown submit subscribe suspend terminate unassign unblock unfreeze unlock unregister unsubscribe update upload upsert " +
    "waive wipe withdraw",
);

/**
 * Verbs of change that are just as often nouns (`order_status`, `call_history`). They count only first or
 * last in a name.
 */
const CHANGING_AT_AN_END = listOf(
  "accept apply archive ban block book buy change charge checkout clear close complete confirm credit debit deposit drop edit " +
    "escalate exchange execute format grant invite issue kill lock make mark merge move notify open overwrite patch pay place " +
    "post process publish purchase put redeem refund reject release replace reset restart resume return save schedule sell set ship " +
    "sign start stop toggle truncate upgrade void write",
);

/** Verbs of change that are nouns unless they come first: `order_flowers`, but `customer_order`. */
const CHANGING_FIRST = listOf(
  "bill call collect email end enter file fine finish flag freeze give hire hold increase join leave lift log lower mail order pause " +
    "pick raise record reduce remind rent report request ring shift swap switch take text top trade",
);

/** Handing the conversation over changes nothing: `transfer_to_human_agents`, `escalate_to_human`, `forward_call`. */
const HANDING_OVER = listOf("transfer handoff handover forward escalate");
const PEOPLE = listOf(
  "agent agents human humans operator person representative supervisor manager call caller staff support",
);
/** Transferring one of these is a change. */
const VALUES = listOf(
  "money fund funds balance amount payment points miles credit credits ownership domain ticket tickets",
);

/** Guesses from its name whether a tool hands the conversation over. */
export function handsOver(name: string): boolean {
  const words = wordsOfName(name);
  const does = (verbs: ReadonlySet<string>) => words.some((word) => verbs.has(word));
  if (!does(HANDING_OVER) || does(CHANGING_ANYWHERE) || does(VALUES)) return false;
  return words[0] === "transfer" || does(PEOPLE) || Boolean(words.at(-1)?.startsWith("hand"));
}

/** Guesses from its name whether a tool changes something. A name without a known verb counts as reading. */
export function seemsEffectful(name: string): boolean {
  const words = wordsOfName(name);
  const [first = "", last = ""] = [words[0], words.at(-1)];
  const does = (verbs: ReadonlySet<string>) => words.some((word) => verbs.has(word));
  if (handsOver(name)) return false;
  if (first === "check" && (words[1] === "in" || words[1] === "out")) return true;
  if (READING.has(first)) return words.includes("and") && does(CHANGING_ANYWHERE);
  if (last === "list" && (first === "join" || first === "leave")) return true;
  if (READING.has(last) || READ_THINGS.has(last)) return CHANGING_ANYWHERE.has(first);
  if (does(CHANGING_ANYWHERE) || (first === "transfer" && does(VALUES))) return true;
  return (
    CHANGING_AT_AN_END.has(first) ||
    CHANGING_AT_AN_END.has(last) ||
    (words.length > 1 && CHANGING_FIRST.has(first))
  );
}

/**
 * Decides whether a tool changes something. A list of effectful tools without a list of read-only tools is
 * complete: every other tool reads. If there is a list of read-only tools, tools in neither list are guessed.
 * A tool in both lists changes something.
 */
export function effectfulRule({ effectful, read_only }: StatedTools): EffectfulRule {
  const changing = new Set(effectful ?? []);
  const reading = new Set(read_only ?? []);
  const isComplete = Boolean(effectful) && !read_only;
  const guesses = new Map<string, boolean>();
  const isStated = (name: string) => isComplete || changing.has(name) || reading.has(name);
  const guess = (name: string) => {
    const is_effectful = guesses.get(name) ?? seemsEffectful(name);
    guesses.set(name, is_effectful);
    return is_effectful;
  };
  return Object.assign((name: string) => changing.has(name) || (!isStated(name) && guess(name)), {
    isGuess: (name: string) => !isStated(name),
  });
}
