import CORPUS from "texts:attacks";
import type { Category } from "../../texts/schema.ts";

export type { Attack, Category, Detector } from "../../texts/schema.ts";

/** The attacks by category, in the order in which categories take turns. */
export { CORPUS };

export const CATEGORIES = Object.keys(CORPUS) as Category[];

/**
 * Change this whenever an attack is added, removed, or reworded. Only results of the same version can be
 * compared.
 */
export const CORPUS_VERSION = "2026.3";

/** Attacks derived from what the agent is for. An agent without goals gets none. */
export const OWN_TRADE = "own_trade" satisfies Category;

/** Attacks that try to get money. An agent whose texts never mention money gets none. */
export const MONEY = "unauthorised_refund" satisfies Category;

/** Attacks on the rules in the agent's own prompt. They take turns with the other categories. */
export const OWN_RULES = "own_rules";
