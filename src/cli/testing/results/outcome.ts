/** The outcome of a conversation in which the agent took part. */
import { passesOrFails } from "../../../contract/rules/outcomes.ts";
import type { TestCaller } from "../../manifest/test-callers.ts";
import type { CallerOutcome, CallerResult } from "./result.ts";

/** What the service names the criterion of a caller for whom nothing else is expected. */
const GOAL = "Goal";

type Verdicts = CallerResult["verdicts"];

/** Turns of a script count like everything else: what could not be decided is not a pass. */
export function outcomeOf(
  settled: string | null | undefined,
  verdicts: Verdicts,
  caller: TestCaller | undefined,
): CallerOutcome {
  const judged = verdicts.filter(
    (verdict) => passesOrFails(verdict) && !(caller && isMeantElse(verdict, caller)),
  );
  const isBroken = judged.some(({ status, value }) => status === "EVALUATED" && value === false);
  // A conversation in which the caller did not keep to its record says nothing about the agent, whatever was found in it.
  const isVoid = settled === "incompleted" && !(caller?.script || caller?.has_snapshot);
  if (settled === "failed" || (isBroken && !isVoid)) return "failed";
  const isOpen = judged.some(({ status }) => status === "NOT_EVALUATED" || status === "ERROR");
  // A service may have judged less than what is expected.
  const isJudged = caller?.judged.every((sentence) => judged.some(({ name }) => name === sentence)) ?? true;
  const isOurs = caller !== undefined && (caller.script !== undefined || caller.has_snapshot);
  if (settled === "passed") return (isOpen && isOurs) || !isJudged ? "not_evaluated" : "passed";
  return caller && isDecidedHere(caller) && !isOpen ? "passed" : "not_evaluated";
}

/** Like success criteria, a snapshot decides where the goal alone does not. */
const isMeantElse = ({ name, status }: Verdicts[number], { has_snapshot }: TestCaller): boolean =>
  name === GOAL && status === "NOT_EVALUATED" && has_snapshot;

/** Whether the service had nothing to judge, and the turns of a script or a snapshot decide. */
const isDecidedHere = ({ script, fields, judged, has_snapshot }: TestCaller): boolean =>
  judged.length === 0 &&
  !fields["success_criteria"] &&
  (has_snapshot || (script?.turns.some(({ expect }) => expect.length > 0) ?? false));
