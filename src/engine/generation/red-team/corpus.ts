import CORPUS from "texts:attacks";
import type { Category } from "../../texts/schema.ts";

export type { Attack, Category, Detector } from "../../texts/schema.ts";

/** The attacks by category, in the order in which categories take turns. */
export { CORPUS };

export const CATEGORIES = Object.keys(CORPUS) as Category[];

/** Changed whenever an attack is added, removed or reworded: results of one version compare. */
export const CORPUS_VERSION = "2026.2";

/** Attacks that are made of what the agent is for: an agent without goals gets none. */
export const OWN_TRADE = "own_trade" satisfies Category;

/** Attacks that are after money: an agent whose texts never speak of money gets none. */
export const MONEY = "unauthorised_refund" satisfies Category;

/** Attacks on the sentences of the agent's own prompt take their turn among the others. */
export const OWN_RULES = "own_rules";
