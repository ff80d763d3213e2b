/** What a caller answers to an offer to call it back. Only in English. */
import { fold } from "../../transcript/fold.ts";
import { findValues } from "../facts/values.ts";
import type { Reply, Turn } from "../saying/reply.ts";
import { isLost } from "../understanding/denied.ts";
import { isSaid } from "./said-before.ts";

const ASKS_WHETHER =
  /^(?:(?:and|so|or|well|okay),? |[^:?]{1,60}: )?(?:shall|should|may|can|could|will|would|do|want|is it)\b/;
const CALL =
  /\b(?:call|ring|phone|telephone)(?:s|ing)? you\b|\b(?:call|ring)(?:ing)?[ -]?back\b|\bgive you a (?:call|ring)\b/;
const IS_CALL = /call_?back|request_call|message/i;

/**
 * Answers "Shall a colleague call you back?", which asks for no number. Only who has come for that wants it. If the agent does not
 * follow, the caller declines it once, with its wish, and takes it when it is offered again.
 */
export function calledBack(turn: Turn): Reply | undefined {
  const { heard, caller, language, state, voice } = turn;
  const [question, ...others] = heard.asking;
  if (
    language.code !== "en" ||
    !caller.errand ||
    !state.opened ||
    question === undefined ||
    others.length > 0
  )
    return undefined;
  const folded = fold(question);
  const isMenu = / or /.test(folded) || findValues(question, language).some(({ kind }) => kind === "phone");
  if (isMenu || !ASKS_WHETHER.test(folded) || !CALL.test(folded)) return undefined;
  if (IS_CALL.test(caller.errand.tool)) return { rule: "go_ahead", say: voice.phrase("go_ahead") };
  if (state.confirmed || !isLost(turn)) return { rule: "decline", say: voice.phrase("decline") };
  const say = `No, thank you. ${caller.goals[state.goal] ?? ""}`.trim();
  return isSaid(say, turn) ? { rule: "go_ahead", say: voice.phrase("go_ahead") } : { rule: "goal", say };
}
