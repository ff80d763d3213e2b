/** Finds what was said. */
import { searchSaid } from "../domain/search/search.ts";
import { badRequest } from "../errors.ts";
import type { Handlers } from "./handler.ts";

const [TEXT_MINIMUM, TEXT_MAXIMUM] = [2, 100];

export const searchHandlers = {
  async list_said({ organization_id, query }, { db }) {
    const text = query.text.trim().toLowerCase();
    if (text.length < TEXT_MINIMUM || text.length > TEXT_MAXIMUM)
      throw badRequest(`text must have ${TEXT_MINIMUM} to ${TEXT_MAXIMUM} characters`);
    const results = await searchSaid(db, organization_id, text);
    return { ...results, total: results.matches.length };
  },
} satisfies Partial<Handlers>;
