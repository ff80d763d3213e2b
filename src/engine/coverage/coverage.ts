/** What conversations have reached of an agent: which policies they kept or broke, which tools and paths they used. */
import { policyName } from "../policies/verdict-name.ts";
import { counted } from "../words/counted.ts";
import { percent } from "../words/figures-in-words.ts";
import type { WorldStep } from "../world/steps.ts";
import type { Covered, Standing } from "./covered.ts";
import { coveredPassages, PASSAGE_RUN, type Passages } from "./passages.ts";
import { coveredSteps } from "./world-steps.ts";

export const AREAS = ["policies", "tools", "paths", "world_steps", "knowledge"] as const;
export type Area = (typeof AREAS)[number];

const WORDS: Readonly<Partial<Record<Area, string>>> = {
  world_steps: "world steps",
  knowledge: "knowledge passages",
};

export const areaInWords = (area: Area): string => WORDS[area] ?? area;

/** What can be reached. */
export interface Ground {
  /** The policies of the agent's prompt. Undefined if nobody can say. */
  readonly policies?:
    | readonly {
        readonly sentence: string;
        readonly rule?: string | null | undefined;
        readonly status: string;
      }[]
    | undefined;
  /** The names of the agent's tools. Undefined if nobody has said which it has. */
  readonly tools?: readonly string[] | undefined;
  /** The workflow paths that callers follow. Undefined if there are none. */
  readonly paths?: readonly string[] | undefined;
  /** What calls of the tools of worlds can reach. Undefined if there is no world, or nobody can say. */
  readonly world_steps?: readonly WorldStep[] | undefined;
  /** The passages of the agent's knowledge base. Undefined if nobody has said which it has. */
  readonly knowledge?: Pick<Passages, "names" | "unrecognizable"> | undefined;
}

/** A conversation that took place. Verdicts are named as in results. */
export interface Reached {
  readonly held: readonly string[];
  readonly failed: readonly string[];
  readonly undecided: readonly string[];
  readonly tools: readonly string[];
  /** The workflow path that its caller follows. */
  readonly path?: string | undefined;
  /** Names of steps of its world, from `stepNames`. */
  readonly world_steps?: readonly string[] | undefined;
  /** Names of passages that were seen in it. */
  readonly knowledge?: readonly string[] | undefined;
}

export interface AreaCovered {
  /** Kept, broken or reached. */
  readonly met: number;
  readonly total: number;
  /** `met / total`. Null if there is nothing to reach. */
  readonly share: number | null;
  readonly items: readonly Covered[];
}

export interface Coverage extends Readonly<Record<Area, AreaCovered | null>> {
  readonly conversations: number;
  /** What is not counted, in sentences. */
  readonly left_out: readonly string[];
}

export function coverageOf(ground: Ground, conversations: readonly Reached[]): Coverage {
  const { policies, tools, paths, world_steps, knowledge } = ground;
  const binding = policies?.filter(({ status, rule }) => status === "accepted" && rule != null);
  return {
    conversations: conversations.length,
    policies: binding
      ? areaOf([...new Set(binding.map(({ sentence }) => sentence))].map((one) => policy(one, conversations)))
      : null,
    tools: tools
      ? areaOf([...new Set(tools)].map((one) => reached(one, conversations, (it) => it.tools)))
      : null,
    paths: paths
      ? areaOf([...new Set(paths)].map((one) => reached(one, conversations, (it) => [it.path])))
      : null,
    world_steps: world_steps
      ? areaOf(
          coveredSteps(
            world_steps,
            conversations.map((conversation) => conversation.world_steps ?? []),
          ),
        )
      : null,
    knowledge: knowledge
      ? areaOf(
          coveredPassages(
            knowledge.names,
            conversations.map((conversation) => conversation.knowledge ?? []),
          ),
        )
      : null,
    left_out: leftOut(ground),
  };
}

function policy(sentence: string, conversations: readonly Reached[]): Covered {
  const name = policyName(sentence);
  const count = (names: (one: Reached) => readonly string[]) =>
    conversations.filter((conversation) => names(conversation).includes(name)).length;
  const [held, failed, undecided] = [
    count((reached) => reached.held),
    count((reached) => reached.failed),
    count((reached) => reached.undecided),
  ];
  const standing = failed > 0 ? "broken" : held > 0 ? "kept" : undefined;
  return {
    name: sentence,
    standing: standing ?? (undecided > 0 ? "undecided" : "never_met"),
    conversations: held + failed,
  };
}

function reached(
  name: string,
  conversations: readonly Reached[],
  namesIn: (one: Reached) => readonly (string | undefined)[],
): Covered {
  const count = conversations.filter((conversation) => namesIn(conversation).includes(name)).length;
  return { name, standing: count > 0 ? "reached" : "never_met", conversations: count };
}

const MET: ReadonlySet<Standing> = new Set(["kept", "broken", "reached"]);

/** What a gate counts as missing, apart from what was undecided. */
export const isMissing = ({ standing }: Covered): boolean =>
  standing === "never_met" || standing === "nothing_seen";

function areaOf(items: readonly Covered[]): AreaCovered {
  const met_count = items.filter(({ standing }) => MET.has(standing)).length;
  return {
    met: met_count,
    total: items.length,
    share: items.length === 0 ? null : met_count / items.length,
    items,
  };
}

function leftOut({ policies, tools, knowledge }: Ground): string[] {
  const open = policies?.filter(({ status }) => status === "proposed").length ?? 0;
  const unread = policies?.filter(({ status, rule }) => status === "accepted" && rule == null).length ?? 0;
  return [
    ...(policies ? [] : ["policies: nobody has said which the agent has"]),
    ...(open > 0
      ? [`policies: ${counted(open, "is", "are")} not accepted, so results only say if they seem broken`]
      : []),
    ...(unread > 0
      ? [`policies: ${counted(unread, "has", "have")} no rule, so results say nothing about them`]
      : []),
    ...(tools ? [] : ["tools: nobody has said which the agent has"]),
    ...(knowledge && knowledge.unrecognizable > 0
      ? [
          `knowledge passages: ${counted(knowledge.unrecognizable, "has", "have")} no ${PASSAGE_RUN} words in a row that are nowhere else, so nobody can see if the agent used them`,
        ]
      : []),
  ];
}

/** Least shares that areas must reach. */
export type LeastCoverage = Readonly<Partial<Record<Area, number>>>;

/** Why the coverage is not enough. What cannot be known is not enough. Empty if it is. */
export function tooLittle(coverage: Coverage, least: LeastCoverage): string[] {
  return AREAS.flatMap((area) => {
    const minimum = least[area];
    if (minimum === undefined) return [];
    const covered = coverage[area];
    const name = areaInWords(area);
    const required = `${percent(minimum)} required`;
    if (covered?.share == null) return [`${name}: ${whyNothing(area, covered)}; ${required}`];
    const { met, total, share } = covered;
    return share >= minimum ? [] : [`${name}: ${met} of ${total} met (${percent(share)}); ${required}`];
  });
}

/** Policies that are only proposed are known, but none of them counts. */
const whyNothing = (area: Area, covered: AreaCovered | null) =>
  area === "policies" && covered !== null
    ? "no policy is accepted, so none can be met (`parley policies review FILE` accepts them)"
    : "there is nothing to reach";

/** How many of those that were never met are named. */
const NAMED = 10;

/** The same, followed by what was never met there and what it needs. */
export function tooLittleInDetail(coverage: Coverage, least: LeastCoverage): string[] {
  return AREAS.flatMap((area) => {
    const reasons = tooLittle(coverage, { [area]: least[area] });
    if (reasons.length === 0) return [];
    const missed = (coverage[area]?.items ?? []).filter(isMissing);
    const more = missed.length - NAMED;
    return [
      ...reasons,
      ...missed
        .slice(0, NAMED)
        .map(
          ({ name, standing, needs }) =>
            `${standing === "never_met" ? "never met" : "nothing seen of"}: ${name}${needs === undefined ? "" : ` — needs ${needs}`}`,
        ),
      ...(more > 0 ? [`never met: ${more} more of the ${areaInWords(area)}`] : []),
    ];
  });
}

/**
 * `policies 6 of 8, tools 3 of 4`. Undefined if there is nothing to reach. Passages are left out if nothing was seen of any: most agents
 * don't tell what they have read.
 */
export function coverageInShort(coverage: Coverage): string | undefined {
  const parts = AREAS.flatMap((area) => {
    const covered = coverage[area];
    const isTold = covered && covered.total > 0 && (area !== "knowledge" || covered.met > 0);
    return isTold ? [`${areaInWords(area)} ${covered.met} of ${covered.total}`] : [];
  });
  return parts.length > 0 ? parts.join(", ") : undefined;
}
