/** What a caller has come for: a tool of the agent, and what the caller knows for its parameters. */
import { thingNamed } from "../tools/thing-name.ts";
import { type AgentTool, parametersOf, type ToolParameter } from "../tools/tool.ts";
import { fold } from "../transcript/fold.ts";
import { splitCamelCase } from "../words/tool-words.ts";
import type { Trait } from "./digital-human.ts";

export interface Errand {
  /** The tool that has to be called. */
  tool: string;
  /** What the tool does, as its definition says. */
  description?: string;
  /** What the caller knows: first the tool's parameters in their order, then everything else. */
  facts: ErrandFact[];
}

/** A fact of the caller. Plain JSON. */
export interface ErrandFact {
  /** The parameter's name: `size`. */
  name: string;
  /** Where the value is in a call of the tool. Absent if the tool has no such parameter, or if it is unknown. */
  path?: readonly (string | number)[];
  /** What a parameter called `name` names, unless that is a person: `item name`. */
  thing?: string;
  /** As the tool takes it, or all the items of a list in the caller's words. */
  value: string | number | boolean;
  /** The items of a list, as the tool takes them. */
  items?: readonly (string | number)[];
  /** Whether every call of the tool has to have it. */
  required: boolean;
  /** Folded words that a question about it may use: its name, and the names that its description gives it. */
  words: string[];
  /** From the tool's definition. */
  description?: string;
  type?: ToolParameter["type"];
  format?: string;
  /** All the values that the tool takes. The caller's own is one of them. */
  options?: readonly (string | number)[];
}

/** The names of traits that say what a caller does, not what it knows. */
export const ROLE_TRAITS = { tool: "goal_tool", prefers: "prefers", refuses: "refuses" } as const;

const RESERVED: readonly string[] = Object.values(ROLE_TRAITS);

/** A trait with a fact's name behind this has the value that the caller changes its mind to. */
export const CHANGES_MIND = "changes_mind_";
/** Between the items of `prefers` and `refuses` in the value of their trait. */
const BETWEEN = ";";

/** The facts and the role that the traits of a digital human describe. */
export interface Role {
  errand?: Errand;
  /** The same after the caller has changed its mind, which it does when the agent reads its facts back. */
  later_errand?: Errand;
  /** What the caller would rather have, the best first, in its own words. */
  prefers?: string[];
  /** What the caller takes under no circumstances. */
  refuses?: string[];
}

export const isRoleTrait = ({ trait_name }: Pick<Trait, "trait_name">): boolean =>
  RESERVED.includes(trait_name) || trait_name.startsWith(CHANGES_MIND);

/** Reads the traits of a digital human together with the tools of the agent that it calls. */
export function roleOf(traits: readonly Trait[], tools: readonly AgentTool[] = []): Role {
  const said = (name: string) => traits.find(({ trait_name }) => trait_name === name)?.value;
  const items = (name: string) =>
    String(said(name) ?? "")
      .split(BETWEEN)
      .map((item) => item.trim())
      .filter((item) => item !== "");
  const [prefers, refuses] = [items(ROLE_TRAITS.prefers), items(ROLE_TRAITS.refuses)];
  const tool = said(ROLE_TRAITS.tool);
  const errand = typeof tool === "string" && tool !== "" ? errandOf(tool, traits, tools) : undefined;
  const later_errand = errand && afterChange(errand, traits);
  return {
    ...(errand && { errand }),
    ...(later_errand && { later_errand }),
    ...(prefers.length > 0 && { prefers }),
    ...(refuses.length > 0 && { refuses }),
  };
}

function afterChange(errand: Errand, traits: readonly Trait[]): Errand | undefined {
  const changes = new Map(
    traits.flatMap(({ trait_name, value }) =>
      trait_name.startsWith(CHANGES_MIND) && (typeof value === "string" || typeof value === "number")
        ? [[trait_name.slice(CHANGES_MIND.length), value]]
        : [],
    ),
  );
  const facts = errand.facts.map(({ items, ...fact }) => {
    const value = changes.get(fact.name);
    return { ...fact, ...(items && value === undefined && { items }), value: value ?? fact.value };
  });
  return facts.some(({ value }, place) => value !== errand.facts[place]?.value)
    ? { ...errand, facts }
    : undefined;
}

/** A fact that was left open: nobody has said yet what its value is. */
export interface OpenFact {
  name: string;
  /** From the tool's definition. */
  description?: string;
}

/** The facts that have to be filled in before a caller can be sent: those of its errand with a value of null. */
export function openFacts(traits: readonly Trait[], tools: readonly AgentTool[] = []): OpenFact[] {
  const named = traits.find(({ trait_name }) => trait_name === ROLE_TRAITS.tool)?.value;
  if (typeof named !== "string") return [];
  const parameters = parametersOf(tools.find(({ name }) => name === named) ?? {});
  return factTraits(traits)
    .filter(({ value }) => value === null)
    .map((trait) => {
      const known = new Map([[trait.trait_name, trait]]);
      const parameter = parameters.find((one) => traitFor(one, parameters, known));
      return {
        name: trait.trait_name,
        ...(parameter?.description && { description: parameter.description }),
      };
    });
}

/** A parameter's name in the facts of a caller: its last name, or its whole path if that is not unique. */
export function traitName(
  { name, path }: Pick<ToolParameter, "name" | "path">,
  all: readonly Pick<ToolParameter, "name">[],
): string {
  return all.filter((other) => other.name === name).length > 1 ? path.join(".") : name;
}

function errandOf(tool: string, traits: readonly Trait[], tools: readonly AgentTool[]): Errand {
  const definition = tools.find(({ name }) => name === tool);
  const parameters = parametersOf(definition ?? {});
  const known = new Map(factTraits(traits).map((trait) => [trait.trait_name, trait]));
  const facts: ErrandFact[] = [];
  for (const parameter of parameters) {
    const trait = traitFor(parameter, parameters, known);
    if (!trait) continue;
    known.delete(trait.trait_name);
    if (!isGiven(trait)) continue;
    const { name, path, required, type, description, format, options } = parameter;
    const thing = thingNamed(parameter);
    facts.push({
      name,
      ...(thing !== undefined && { thing }),
      path,
      ...givenBy(trait),
      required,
      words: wordsFor(thing ?? name, description),
      ...(description !== undefined && { description }),
      type,
      ...(format !== undefined && { format }),
      ...(options && { options }),
    });
  }
  const others = tools.flatMap((one) => parametersOf(one));
  for (const trait of known.values())
    if (isGiven(trait)) {
      // Another of the agent's tools may take it, and say more about it.
      const { description, options } = others.find(({ name }) => name === trait.trait_name) ?? {};
      const thing = thingNamed({ name: trait.trait_name, path: [trait.trait_name] });
      facts.push({
        name: trait.trait_name,
        ...(thing !== undefined && { thing }),
        ...givenBy(trait),
        required: false,
        words: wordsFor(trait.trait_name, description),
        ...(description !== undefined && { description }),
        ...(options && { options }),
      });
    }
  return {
    tool,
    ...(definition?.description && { description: definition.description }),
    facts,
  };
}

const givenBy = ({ value }: Given): Pick<ErrandFact, "value" | "items"> =>
  typeof value === "object" ? { value: value.join(", "), items: value } : { value };

const traitFor = (
  parameter: ToolParameter,
  all: readonly ToolParameter[],
  known: ReadonlyMap<string, Trait>,
): Trait | undefined => known.get(parameter.path.join(".")) ?? known.get(traitName(parameter, all));

const factTraits = (traits: readonly Trait[]) =>
  traits.filter((trait) => !trait.is_sip_header && !isRoleTrait(trait));

/** The items of a value that is a list. Undefined if it is something else. */
export function itemsOf(value: unknown): readonly (string | number)[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value.filter(
    (one) => typeof one === "number" || (typeof one === "string" && one.trim() !== ""),
  );
  return items.length > 0 ? items : undefined;
}

type Given = Trait & { value: string | number | boolean | readonly (string | number)[] };

const isGiven = (trait: Trait): trait is Given =>
  (typeof trait.value === "string" && trait.value.trim() !== "") ||
  typeof trait.value === "number" ||
  typeof trait.value === "boolean" ||
  (Array.isArray(trait.value) && itemsOf(trait.value)?.length === trait.value.length);

const LONGEST_NAMING = 60;

/** "digits only", "number": how it is written, and not what it is. */
const SAYS_FORM =
  /^(?:number|name|id|code|date|time|string|text|value|digits?)$|\b(?:only|digits|format|hh:mm)\b/;

/**
 * The words for a parameter: those of its name, and how its description begins, if that only names it ("The
 * crust of the pizza", "Delivery address, with the postal code").
 */
function wordsFor(name: string, description: string | undefined): string[] {
  const ofName = fold(splitCamelCase(name).replace(/[_.-]+/g, " ")).trim();
  const naming = fold(
    (description ?? "").slice(0, 200).split(/[.,;:()]|\b(?:e\.g|for example|such as|in the form)\b/i)[0] ??
      "",
  )
    .replace(/^(?:the|a|an) /, "")
    .trim();
  const isName = naming.length <= LONGEST_NAMING && !SAYS_FORM.test(naming);
  return [...new Set([ofName, isName ? naming : ""])].filter((word) => word !== "");
}
