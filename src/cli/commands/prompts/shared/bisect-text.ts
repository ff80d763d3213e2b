/** What a bisection has found, for a person. */
import type { VersionEvidence } from "../../../../contract/values.ts";
import { counted } from "../../../../engine/words/counted.ts";
import type { Cause, Found, Tried } from "./bisect-search.ts";

export interface Bisection extends Found {
  readonly agent_id: number;
  readonly digital_human_id: number;
  readonly name: string;
  readonly conversations: number;
  readonly temporary_versions: readonly number[];
  /** Versions that a killed search had left, and that were deleted first. */
  readonly left_over: readonly number[];
  /** What ended the search before it was over. */
  readonly stopped: string | null;
  readonly prompt_evidence: VersionEvidence;
}

export function bisectionText(bisection: Bisection): string {
  const { name, reason, good, bad, undecided, is_over, stopped, conversations, temporary_versions } =
    bisection;
  return [
    is_over
      ? `prompt version ${bad} broke ${name}: ${reason}`
      : `one of the prompt versions ${good + 1} to ${bad} broke ${name}: ${reason}`,
    ...bisection.versions.map(triedLine),
    ...(undecided.length > 0 ? [`not known: ${undecided.join(", ")}`] : []),
    ...(stopped ? [`stopped after ${stopped}`] : []),
    ...causeLines(bisection),
    ...comparedLines(bisection),
    ...(bisection.prompt_evidence === "confirmed"
      ? []
      : ["the agent did not confirm that it answered with these versions"]),
    `${counted(conversations, "conversation")}${temporaryWords(temporary_versions)}`,
    ...(bisection.left_over.length > 0
      ? [`deleted first: version ${bisection.left_over.join(", ")}, which a killed search had left`]
      : []),
  ].join("\n");
}

const STANDINGS = { passes: "passes", fails: "fails", undecided: "not known" } as const;

const triedLine = ({ version, standing, failed, n }: Tried) =>
  `  version ${version}: ${STANDINGS[standing]} (${failed} of ${n} fail)`;

function causeLines({
  causes,
  bad,
  other_changes,
  stopped,
  is_over,
}: Found & Pick<Bisection, "stopped">): string[] {
  if (!is_over || causes === null) return [];
  if (causes.length === 0) return [`only white space changed in version ${bad}`];
  const others = other_changes === 1 ? "1 other change is" : `${other_changes} other changes are`;
  return [
    ...causes.flatMap((cause, place) => [causeHead(cause, place, bad), ...cause.flatMap(changeLines)]),
    ...(other_changes > 0 ? [`  ${others} not needed for that`] : []),
    ...(stopped ? ["  fewer may be enough"] : []),
  ];
}

function causeHead({ length }: Cause, place: number, bad: number): string {
  if (place > 0) return length === 1 ? "so is this one:" : `so are these ${length} together:`;
  return length === 1
    ? `this change of version ${bad} is enough for that:`
    : `these ${length} changes of version ${bad} are enough together:`;
}

const changeLines = ({ removed, added, line }: Cause[number]): string[] => [
  `  line ${line}`,
  ...(removed === "" ? [] : [`  - ${removed}`]),
  ...(added === "" ? [] : [`  + ${added}`]),
];

function comparedLines({
  is_over,
  with_it,
  without_it,
  compared_with,
  bad,
  p,
  fails_at_most,
}: Found): string[] {
  if (!is_over) return [];
  const other = compared_with === null ? `version ${bad} without that` : `version ${compared_with}`;
  const chance = p === null ? "" : `; p = ${p.toPrecision(2)}${p > 0.05 ? ", which may be chance" : ""}`;
  return [
    `${with_it.failed} of ${with_it.n} conversations with version ${bad} fail by it, ${without_it.failed} of ${without_it.n} with ${other}${chance}`,
    ...(fails_at_most === null
      ? []
      : [`with 95% certainty, at most ${(fails_at_most * 100).toFixed(1)}% of conversations still do`]),
  ];
}

function temporaryWords(versions: readonly number[]): string {
  if (versions.length === 0) return "";
  const [noun, were] = versions.length === 1 ? ["version", "was"] : ["versions", "were"];
  return `; ${noun} ${versions.join(", ")} ${were} created for ${versions.length === 1 ? "one of them" : "some of them"} and deleted again`;
}
