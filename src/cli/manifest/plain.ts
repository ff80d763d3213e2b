/** The fields in which people write a digital human, and the published fields that they become. */

import { type Fields, isObject } from "../../contract/is-object.ts";
import { traitType } from "../../contract/rules/trait-type.ts";
import type { PlainFields } from "../../contract/schemas/manifests/plain.ts";
import type { Input } from "../../contract/types.ts";
import { CHANGES_MIND, ROLE_TRAITS } from "../../engine/caller/errand.ts";
import { toolName } from "../../engine/rules-language/write.ts";
import { writtenMachine } from "./machine-fields.ts";
import { machineForm } from "./machines.ts";

type Trait = Input<"Trait">;
type Value = string | number | boolean | null | readonly (string | number)[];

export interface Published {
  readonly fields: Fields;
  /** A published field that the same thing is already written in, with the plain one. */
  readonly faults: readonly { readonly field: string; readonly message: string }[];
}

const NAMES = ["goal", "facts", "answers", "prefers", "refuses", "opening", "success", "ends_when"];
const BETWEEN = "; ";

/** The published form of a digital human. Fields that are published already stay as they are. */
export function publishedForm(written: Fields): Published {
  const machine = machineForm(written);
  if (machine) return machine;
  if (!NAMES.some((name) => written[name] !== undefined)) return { fields: written, faults: [] };
  const { goal, facts, answers, prefers, refuses, opening, success, ends_when, ...rest } =
    written as PlainFields & Fields;
  const faults: { field: string; message: string }[] = [];
  const once = (field: string, published: string, isGiven: boolean) => {
    if (isGiven) faults.push({ field, message: `give ${field} or ${published}, not both` });
  };
  const traits: Trait[] = [
    ...((rest["traits"] ?? []) as Trait[]),
    ...(goal ? [trait(ROLE_TRAITS.tool, goal.tool)] : []),
    ...Object.entries(goal?.facts ?? {}).map(([name, value]) => trait(name, value)),
    ...Object.entries(facts ?? {}).map(([name, value]) => trait(name, value)),
    ...Object.entries(goal?.changes ?? {}).map(([name, value]) => trait(`${CHANGES_MIND}${name}`, value)),
    ...(prefers?.length ? [trait(ROLE_TRAITS.prefers, prefers.join(BETWEEN))] : []),
    ...(refuses?.length ? [trait(ROLE_TRAITS.refuses, refuses.join(BETWEEN))] : []),
  ];
  const names = traits.map(({ trait_name }) => trait_name);
  for (const name of new Set(names.filter((name, place) => names.indexOf(name) < place)))
    faults.push({
      field: goal?.facts && name in goal.facts ? "goal" : "facts",
      message: `"${name}" is there twice`,
    });
  for (const name of Object.keys(goal?.changes ?? {}))
    if (goal?.facts?.[name] == null)
      faults.push({ field: "goal", message: `changes has "${name}", which is not one of its facts` });
  const speaking = (rest["speaks_first_config"] ?? {}) as Fields;
  once("opening", "the message of speaks_first_config", opening !== undefined && speaking["message"] != null);
  once("success", "success_criteria", success !== undefined && rest["success_criteria"] != null);
  once("ends_when", "hangup_instructions", ends_when !== undefined && rest["hangup_instructions"] != null);
  const criteria = success ?? (rest["success_criteria"] == null && goal ? called(goal.tool) : undefined);
  return {
    faults,
    fields: {
      ...rest,
      ...(traits.length > 0 && { traits }),
      ...(answers?.length && {
        scripted_responses: [
          ...((rest["scripted_responses"] ?? []) as unknown[]),
          ...answers.map(publishedAnswer),
        ],
      }),
      ...(opening !== undefined && {
        speaks_first_config: { ...speaking, mode: "custom", message: opening },
      }),
      ...(criteria !== undefined && { success_criteria: criteria }),
      ...(ends_when !== undefined && {
        hangup_instructions: `Hang up when ${ends_when.replace(/^when /i, "")}`,
      }),
    },
  };
}

const publishedAnswer = ({ asked_about, say }: { asked_about: string; say: string }) => ({
  match_type: "context",
  match_phrase: `asks about ${asked_about}`,
  response_type: "phrase",
  response_value: say,
  occurrence_mode: "always",
});

const called = (tool: string) => `@rules\npass when tool ${toolName(tool)} called`;

const trait = (trait_name: string, value: Value): Trait => ({
  trait_name,
  trait_data_type: traitType(value),
  value,
});

/**
 * A machine, or a digital human that has a tool to be called, in the fields in which people write it. Anything that cannot
 * be written that way stays published, so that reading it gives the same again.
 */
export function plainForm(published: Fields): Fields {
  const machine = writtenMachine(published);
  if (machine) {
    const again = machineForm(machine);
    return again?.faults.length === 0 && isSame(again.fields, published) ? machine : published;
  }
  const traits = (published["traits"] ?? []) as Trait[];
  const role = (name: string) => traits.find(({ trait_name }) => trait_name === name)?.value;
  const tool = role(ROLE_TRAITS.tool);
  if (typeof tool !== "string") return published;
  const start = traits.findIndex(({ trait_name }) => trait_name === ROLE_TRAITS.tool);
  const items = (name: string) => {
    const said = role(name);
    return typeof said === "string" ? { [name]: said.split(BETWEEN) } : {};
  };
  const wishes: readonly string[] = [ROLE_TRAITS.prefers, ROLE_TRAITS.refuses];
  const later_traits = traits.slice(start + 1).filter(({ trait_name }) => !wishes.includes(trait_name));
  const isChange = ({ trait_name }: Trait) => trait_name.startsWith(CHANGES_MIND);
  const facts = later_traits.filter((one) => !isChange(one));
  const changes = later_traits.filter(isChange);
  const {
    traits: _,
    success_criteria,
    speaks_first_config,
    scripted_responses,
    hangup_instructions,
    ...rest
  } = published;
  const { name, test_name, intent, ...others } = rest;
  const plain: Fields = {
    ...(name !== undefined && { name }),
    ...(test_name !== undefined && { test_name }),
    ...(intent !== undefined && { intent }),
    goal: {
      tool,
      ...(facts.length > 0 && {
        facts: Object.fromEntries(facts.map(({ trait_name, value }) => [trait_name, value ?? null])),
      }),
      ...(changes.length > 0 && {
        changes: Object.fromEntries(
          changes.map(({ trait_name, value }) => [trait_name.slice(CHANGES_MIND.length), value ?? null]),
        ),
      }),
    },
    ...items(ROLE_TRAITS.prefers),
    ...items(ROLE_TRAITS.refuses),
    ...answersOf(scripted_responses),
    ...openingOf(speaks_first_config),
    ...(success_criteria != null && { success: success_criteria }),
    ...endOf(hangup_instructions),
    ...others,
    ...(start > 0 && { traits: traits.slice(0, start) }),
  };
  return isSame(publishedForm(plain).fields, published) ? plain : published;
}

/** `answers` from the last responses that can be written so. Those before them stay as they are. */
function answersOf(responses: unknown): Fields {
  if (!Array.isArray(responses)) return responses === undefined ? {} : { scripted_responses: responses };
  const asAnswer = (response: Fields) => {
    const about = ASKS_ABOUT.exec(String(response["match_phrase"]))?.[1];
    const answer = { asked_about: about ?? "", say: String(response["response_value"]) };
    return about !== undefined && isSame(publishedAnswer(answer), response) ? answer : undefined;
  };
  const all = (responses as Fields[]).map(asAnswer);
  const start = all.lastIndexOf(undefined) + 1;
  const answers = all.slice(start);
  return {
    ...(answers.length > 0 && { answers }),
    ...(start > 0 && { scripted_responses: responses.slice(0, start) }),
  };
}

/** `opening` from the caller's own first message. */
function openingOf(config: unknown): Fields {
  if (config === undefined) return {};
  const { mode, message, ...others } = (config ?? {}) as Fields;
  if (mode !== "custom" || typeof message !== "string" || message === "")
    return { speaks_first_config: config };
  return { opening: message, ...(Object.keys(others).length > 0 && { speaks_first_config: others }) };
}

/** `ends_when` from instructions that say nothing else. */
function endOf(instructions: unknown): Fields {
  if (instructions === undefined) return {};
  const when = ENDS_WHEN.exec(String(instructions))?.[1];
  return when === undefined ? { hangup_instructions: instructions } : { ends_when: when };
}

const ASKS_ABOUT = /^asks about (\S.*)$/s;
const ENDS_WHEN = /^Hang up when (?!when )(\S.*)$/s;

/** As JSON, whatever the order of the keys; a switch that is off is as good as none. */
const isSame = (a: unknown, b: unknown): boolean => normal(a) === normal(b);
const normal = (value: unknown): string =>
  JSON.stringify(value, (key, inner) =>
    key === "is_sip_header" && inner !== true
      ? undefined
      : isObject(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([x], [y]) => (x < y ? -1 : 1)))
        : inner,
  );
