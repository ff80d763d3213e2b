/** A machine's published fields as the `ivr` or `voicemail` that people write. */
import { type Fields, isObject } from "../../contract/is-object.ts";
import { Ivr, Voicemail } from "../../contract/schemas/manifests/machines.ts";
import { BEEP } from "../../engine/caller/machine.ts";
import { quoted } from "../../engine/rules-language/write.ts";
import { GOODBYE, KEYS, keyPattern, machineForm, REPEATS } from "./machines.ts";

type Option = { key?: string; words?: string[]; say?: string; transfer?: string };

/**
 * What may have been written. Undefined if it is not a machine. The caller finds out whether it becomes the same published fields
 * again.
 */
export function writtenMachine(published: Fields): Fields | undefined {
  const { speaks_first_config, scripted_responses, hangup_phrases, success_criteria, ...others } = published;
  const greeting = isObject(speaks_first_config) ? speaks_first_config["message"] : undefined;
  if (typeof greeting !== "string" || !Array.isArray(scripted_responses) || !Array.isArray(hangup_phrases))
    return undefined;
  const responses = scripted_responses.filter(isObject);
  const isRecorder = responses[0]?.["response_value"] === BEEP && responses.length === 2;
  const machine = isRecorder
    ? { voicemail: { greeting } }
    : { ivr: { greeting, ...menuOf(greeting, responses, hangup_phrases) } };
  const checked = isRecorder ? Voicemail.safeParse(machine.voicemail) : Ivr.safeParse(machine.ivr);
  if (!checked.success) return undefined;
  if (success_criteria == null) return { ...others, ...machine };
  const expecting = expectations(machine)
    .map((one) => ({ ...others, ...one }))
    .find((written) => machineForm(written)?.fields["success_criteria"] === success_criteria);
  // Otherwise they are somebody's own.
  return expecting ?? { ...others, ...machine, success_criteria };

  /** The machine with each expectation that its criteria may have come from. */
  function expectations({ voicemail, ivr }: { voicemail?: Fields; ivr?: Fields }): readonly Fields[] {
    if (!voicemail)
      return ((ivr?.["options"] ?? []) as Option[]).map(({ key, words }) => ({
        ivr: { ...ivr, reaches: key ?? words?.[0] },
      }));
    const message = [...String(success_criteria).matchAll(/^pass when agent says (".{0,400}") after /gm)];
    return [
      { voicemail: { ...voicemail, hangs_up: true } },
      { voicemail: { ...voicemail, message: true } },
      { voicemail: { ...voicemail, message: message.flatMap(([, words]) => textIn(words ?? "")) } },
    ];
  }
}

/** The text that `quoted` has written so. Empty if it has not. */
function textIn(words: string): string[] {
  try {
    const text: unknown = JSON.parse(words);
    return typeof text === "string" && quoted(text) === words ? [text] : [];
  } catch {
    return [];
  }
}

/** The options of a menu, by what the machine says: no two say the same. */
function menuOf(greeting: string, responses: readonly Fields[], ends: readonly unknown[]): Fields {
  const goodbye = String(responses.at(-1)?.["response_value"]);
  const [again] = responses.slice(-2, -1).filter(({ match_type }) => match_type === "any");
  const repeats = Number(again?.["occurrence_n"] ?? 0);
  const answers = responses.slice(0, again ? -2 : -1);
  const options = new Map<string, Option>();
  for (const { match_type, match_phrase, response_value } of answers) {
    const said = String(response_value);
    const option = options.get(said) ?? {};
    const key = KEYS.find((one) => keyPattern(one) === match_phrase);
    if (match_type === "regex" && key !== undefined) option.key = key;
    else option.words = [...(option.words ?? []), String(match_phrase)];
    options.set(said, option);
  }
  const orders = [
    answers.filter(({ match_type }) => match_type === "regex"),
    answers.filter(({ match_type }) => match_type !== "regex"),
  ].map((some) => some.map(({ response_value }) => String(response_value)));
  const inOrder = merged([...orders, ends.filter((end) => end !== goodbye).map(String)]);
  return {
    options: inOrder.flatMap((said): Option[] => {
      const option = options.get(said);
      if (!option) return [];
      if (ends.includes(said)) return [{ ...option, transfer: said }];
      return [{ ...option, say: said.slice(0, -greeting.length - 1) }];
    }),
    ...(repeats !== REPEATS && { repeats }),
    ...(goodbye !== GOODBYE && { goodbye }),
  };
}

/** One order that all of these agree with, as far as there is one. */
function merged(orders: readonly (readonly string[])[]): string[] {
  const left = new Set(orders.flat());
  const made: string[] = [];
  while (left.size > 0) {
    const heads = orders.flatMap((order) => order.find((one) => left.has(one)) ?? []);
    const next = heads.find((head) =>
      orders.every((order) => !order.includes(head) || order.find((one) => left.has(one)) === head),
    );
    const first = next ?? heads[0] ?? "";
    made.push(first);
    left.delete(first);
  }
  return made;
}
