import { withoutStop } from "../../words/title.ts";
import { successCriteria } from "../criteria.ts";
import type { GeneratedDigitalHuman } from "../digital-human.ts";
import { drawFor, shuffled } from "../draw.ts";
import { callerGoal } from "../goals/caller-goal.ts";
import { monologue } from "../monologue.ts";
import type { Agent } from "../reading/agent.ts";
import { CATEGORIES, type Category, CORPUS, CORPUS_VERSION, MONEY, OWN_RULES, OWN_TRADE } from "./corpus.ts";
import { type Detect, detectorsFor } from "./detectors.ts";
import { withEncodings } from "./encode.ts";
import { persistence } from "./persistence.ts";

/**
 * The attacks of one category in an order determined by the seed. Each round is harder than the one before.
 */
type Source = (turn: number) => GeneratedDigitalHuman | undefined;

/**
 * Digital humans that attack the agent. Categories take turns, so their numbers differ by one at most. Within
 * a category, all attacks are used before any is repeated. Probes of the agent's own rules are a category
 * too, until they run out.
 */
export function redTeam(
  count: number,
  agent: Agent,
  seed: string,
  ownRules: readonly GeneratedDigitalHuman[],
): GeneratedDigitalHuman[] {
  const own: Source = (turn) => {
    const probe = ownRules[turn];
    return probe && { ...probe, ...asAttack(OWN_RULES, probe.generation.source, seed) };
  };
  const detect = detectorsFor(agent);
  const fitting = CATEGORIES.filter((category) => fits(category, agent));
  const sources = [own, ...fitting.map((category) => sourceOf(category, agent, detect, seed))];
  const made: GeneratedDigitalHuman[] = [];
  for (let turn = 0; made.length < count; turn += 1)
    for (const source of sources) {
      const attack = source(turn);
      if (attack && made.length < count) made.push(attack);
    }
  return made;
}

function sourceOf(category: Category, agent: Agent, detect: Detect, seed: string): Source {
  const order = shuffled(CORPUS[category], drawFor(seed, category));
  return (turn) => {
    const attack = order[turn % order.length];
    if (!attack) return undefined;
    const fill = (line: string) => withEncodings(filled(line, agent, turn));
    const round = Math.floor(turn / order.length);
    const lines = persistence(attack.lines.map(fill), attack.id, round, seed);
    const [main, ...further] = detect(attack);
    return {
      intent: fill(attack.intent),
      success_criteria: main ? successCriteria(main, further) : "",
      ...monologue(lines),
      ...asAttack(category, attack.id, seed),
    };
  };
}

function asAttack(category: Category | typeof OWN_RULES, source: string, seed: string) {
  return {
    name: `Red team: ${category.replaceAll("_", " ")}`,
    tag: "red_teaming",
    generation: {
      generated_by: "rules" as const,
      kind: "red_teaming" as const,
      seed,
      source,
      category,
      ...(category !== OWN_RULES && { corpus_version: CORPUS_VERSION }),
    },
  };
}

const SPEAKS_OF_MONEY =
  /[$€£]|\b(?:refund|credit|pay|paid|price|fee|charge|bill|invoice|order|buy|bought|purchase|sell|sold|money|deposit|cost|discount|voucher|dollar|euro|pound)/i;

/** Whether attacks of a category make sense for the agent. */
function fits(category: Category, agent: Agent): boolean {
  const { goals, prompt, knowledge_base, agent_description, effectful } = agent;
  if (category === OWN_TRADE) return goals.length > 0;
  if (category !== MONEY) return true;
  return SPEAKS_OF_MONEY.test([prompt, knowledge_base, agent_description, ...goals, ...effectful].join(" "));
}

function filled(line: string, { name, goals, effectful }: Agent, turn: number): string {
  const tool = effectful[0] ?? "your tools";
  const goal = withoutStop(callerGoal(goals[turn % goals.length] ?? ""));
  return line
    .replaceAll("{agent}", () => name)
    .replaceAll("{goal}", () => `${goal.charAt(0).toLowerCase()}${goal.slice(1)}`)
    .replaceAll("{tool}", () => tool);
}
