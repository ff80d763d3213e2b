/** Facts that would contradict the goal of their caller are left open instead. */
import type { Trait } from "../../caller/digital-human.ts";
import { CHANGES_MIND, traitName } from "../../caller/errand.ts";
import { type AgentTool, parametersOf } from "../../tools/tool.ts";
import type { Agent } from "../reading/agent.ts";
import type { KnownFacts } from "./facts.ts";
import { againstGoal } from "./left-in-goal.ts";
import { itemsFor } from "./lists.ts";
import { namedInGoal } from "./named-options.ts";
import { COUNT } from "./numbers.ts";
import { otherOfTwo } from "./options.ts";
import { isBeside } from "./several.ts";
import type { Sources } from "./sources.ts";
import { wordsOf } from "./stems.ts";

/**
 * What a caller knows, without the values that the goal contradicts: a person has to fill in what a tool needs, and the caller has
 * nothing to say of the rest.
 * @param goal with what the caller changes on the way
 */
export function leftOpen(
  { traits, open }: KnownFacts,
  goal: string,
  changes: readonly Trait[],
  { tools }: Agent,
  sources: Sources,
): KnownFacts & { changes: readonly Trait[] } {
  const counts = countsIn(tools);
  const against = new Map([
    ...namedOtherwise(goal, traits, changes, tools, sources),
    ...againstGoal(goal, [...traits, ...changes], sources, new Set(counts.keys())),
  ]);
  if (against.size === 0) return { traits, open, changes };
  for (const [name, beside] of counts)
    for (const { trait_name } of against.has(name) ? traits : [])
      if (beside.includes(trait_name)) against.set(trait_name, against.get(name) ?? "");
  const needed = new Set(
    tools.flatMap((tool) => {
      const all = parametersOf(tool);
      return all.flatMap((one) => (one.required ? traitName(one, all) : []));
    }),
  );
  return {
    traits: traits.flatMap((trait) => {
      if (!against.has(trait.trait_name)) return [trait];
      return needed.has(trait.trait_name)
        ? [{ ...trait, trait_data_type: "STRING" as const, value: null }]
        : [];
    }),
    open: [
      ...open,
      ...[...against].flatMap(([name, words]) =>
        needed.has(name) ? `${name} (the goal says "${words}")` : [],
      ),
    ],
    changes: changes.filter(({ trait_name }) => !against.has(trait_name.slice(CHANGES_MIND.length))),
  };
}

/** The facts that are one of several values, while the goal names others of them: "with Mia", and Priya was drawn. */
function namedOtherwise(
  goal: string,
  traits: readonly Trait[],
  changes: readonly Trait[],
  tools: readonly AgentTool[],
  { lists }: Sources,
): (readonly [string, string])[] {
  const parameters = tools.flatMap((tool) => {
    const all = parametersOf(tool);
    return all.map((one) => ({ name: traitName(one, all), one }));
  });
  return traits.flatMap(({ trait_name, value }) => {
    const parameter = parameters.find(({ name }) => name === trait_name)?.one;
    if (parameter === undefined || (typeof value !== "string" && typeof value !== "number")) return [];
    const items = parameter.options ?? itemsFor(parameter, lists);
    if (!items.includes(value)) return [];
    if (otherOfTwo(goal, items, wordsOf(parameter.name)) === value) return [];
    const named = namedInGoal(goal, items);
    const held = [...traits, ...changes].flatMap(({ value: other }) => other);
    return named.length === 0 || named.includes(value) || named.every((other) => held.includes(other))
      ? []
      : [[trait_name, named.join(", ")] as const];
  });
}

/** The numbers of things in the lists of tools, with what belongs to each: without its product, a number says nothing. */
const countsIn = (tools: readonly AgentTool[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    tools.flatMap((tool) => {
      const all = parametersOf(tool);
      const numbers = all.filter((one) => one.type !== "string" && COUNT.test(wordsOf(one.name)));
      return numbers.flatMap((number) => {
        const beside = all.filter((one) => isBeside(one, number)).map((one) => traitName(one, all));
        return beside.length > 0 ? [[traitName(number, all), beside] as const] : [];
      });
    }),
  );
