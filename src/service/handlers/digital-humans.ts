/** Digital humans: simulated callers that call or write to an agent. */

import { type Kysely, sql } from "kysely";
import { alwaysOnNumber } from "../../contract/rules/always-on.ts";
import { insertDigitalHuman } from "../domain/digital-humans/insert.ts";
import { listOf, SIZE } from "../domain/digital-humans/list.ts";
import { requireDigitalHuman } from "../domain/digital-humans/lookup.ts";
import { answerWith, showDigitalHuman } from "../domain/digital-humans/record.ts";
import { readAhead } from "../domain/digital-humans/transcripts.ts";
import { updateDigitalHuman } from "../domain/digital-humans/update.ts";
import { distinct } from "../domain/ids.ts";
import { detachDigitalHuman, selectMembers, simulationIdsOf } from "../domain/membership/members.ts";
import { requireSimulations } from "../domain/membership/simulations.ts";
import { countsOf, offsetOf } from "../domain/page.ts";
import { requireSimulation } from "../domain/simulations/lookup.ts";
import { badRequest, notFound, Refused } from "../errors.ts";
import { JsonText } from "../json-text.ts";
import { inParallel } from "../store/in-parallel.ts";
import { PATTERN_MAXIMUM } from "../store/pattern.ts";
import type { Database, Row } from "../store/schema.ts";
import type { Handlers } from "./handler.ts";

export const digitalHumanHandlers = {
  async create_digital_human({ organization_id, body }, service) {
    const { digital_human, simulation_id } = body;
    const simulation_ids = distinct([
      ...(body.simulation_ids ?? []),
      ...(simulation_id ? [simulation_id] : []),
    ]);
    const number = alwaysOnNumber(digital_human);
    const about = number === null ? [] : [`always-on number ${organization_id} ${number}`];
    const read = await readAhead(service, [digital_human]);
    return service.write(
      async (transaction) => {
        const placed = { simulation_ids, read };
        const row = await insertDigitalHuman(transaction, service, organization_id, digital_human, placed);
        return answerWith(row, simulation_ids);
      },
      { about },
    );
  },

  async update_digital_human({ organization_id, params, body }, service) {
    const read = await readAhead(service, [body]);
    return service.write(async (transaction) => {
      const row = await requireDigitalHuman(transaction, organization_id, params.digital_human_id);
      return updateDigitalHuman(transaction, row, body, read);
    });
  },

  async get_digital_human({ organization_id, params }, { db }) {
    const row = await requireDigitalHuman(db, organization_id, params.digital_human_id);
    return answerWith(row, await simulationIdsOf(db, row.id));
  },

  async list_digital_humans({ organization_id, params }, { db }) {
    const simulation = await requireSimulation(db, organization_id, params.simulation_id);
    const list = await selectMembers(db, simulation.id).select(SIZE).execute();
    return listOf(db, list, { total: list.length, simulation_id: simulation.id });
  },

  async list_all_digital_humans({ organization_id, query }, { db }) {
    const own = db.selectFrom("digital_human").where("organization_id", "=", organization_id);
    const [{ total }, list] = await inParallel(
      own.select(({ fn }) => fn.countAll().as("total")).executeTakeFirstOrThrow(),
      own.select(SIZE).orderBy("id", "desc").limit(query.page_size).offset(offsetOf(query)).execute(),
    );
    const { items_in_page, ...counts } = countsOf(query, Number(total), list.length);
    if (items_in_page === 0 && query.page > 1)
      throw badRequest(`page ${query.page} is out of range: the last page is ${counts.total_pages || 1}`);
    return listOf(db, list, counts);
  },

  async create_digital_humans({ organization_id, body }, service) {
    const simulation_ids = distinct(body.simulation_ids ?? []);
    await requireSimulations(service.db, organization_id, simulation_ids);
    const read = await readAhead(service, body.digital_humans);
    const { done, errors } = await each(body.digital_humans, (draft) =>
      service.write(async (transaction) => {
        const placed = { simulation_ids, read };
        const row = await insertDigitalHuman(transaction, service, organization_id, draft, placed);
        return answerWith(row, simulation_ids);
      }),
    );
    const refused = errors.map(({ index, detail }) => ({ index, detail }));
    return new JsonText(`{"digital_humans":[${textsOf(done)}],"errors":${JSON.stringify(refused)}}`);
  },

  async update_digital_humans({ organization_id, body }, service) {
    const read = await readAhead(
      service,
      body.updates.map(({ update }) => update),
    );
    const { done, errors } = await each(body.updates, ({ digital_human_id, update }) =>
      service.write(async (transaction) => {
        const row = await requireDigitalHuman(transaction, organization_id, digital_human_id);
        return updateDigitalHuman(transaction, row, update, read);
      }),
    );
    const refused = errors.map(({ index, item: { digital_human_id }, detail }) => ({
      index,
      digital_human_id,
      detail,
    }));
    return new JsonText(`{"updated":[${textsOf(done)}],"errors":${JSON.stringify(refused)}}`);
  },

  async get_digital_human_by_test_name({ organization_id, params: { test_name } }, { db }) {
    const row = await findByTestName(db, organization_id, test_name);
    if (!row) throw notFound("digital human with the test_name", JSON.stringify(test_name));
    return answerWith(row, await simulationIdsOf(db, row.id));
  },

  /** Runs have a copy of the digital human, so its conversations continue and its results stay. */
  async delete_digital_human({ organization_id, params }, { write }) {
    return write(async (transaction) => {
      const row = await requireDigitalHuman(transaction, organization_id, params.digital_human_id);
      await detachDigitalHuman(transaction, row.id);
      await transaction.deleteFrom("digital_human").where("id", "=", row.id).execute();
      return showDigitalHuman(row);
    });
  },
} satisfies Partial<Handlers>;

const textsOf = (answers: readonly JsonText[]) => answers.map(({ text }) => text).join(",");

interface RefusedItem<T> {
  readonly index: number;
  readonly item: T;
  readonly detail: string;
}

/**
 * Makes the same change to each item, in order and separately. Refused items are reported, and the others are
 * changed.
 */
async function each<T, R>(items: readonly T[], change: (item: T) => Promise<R>) {
  const results: R[] = [];
  const errors: RefusedItem<T>[] = [];
  for (const [index, item] of items.entries())
    try {
      results.push(await change(item));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      errors.push({ index, item, detail: error.message });
    }
  return { done: results, errors };
}

/**
 * The first digital human whose test has this name, ignoring case. The store only narrows the rows down,
 * because it ignores case only for ASCII letters.
 */
async function findByTestName(
  db: Kysely<Database>,
  organization_id: string,
  test_name: string,
): Promise<Row<"digital_human"> | undefined> {
  const name = test_name.toLowerCase();
  const beginning = name.slice(0, PATTERN_MAXIMUM).replaceAll(/[^a-z0-9 .-]+/g, "%");
  const pattern = `%"test_name":"${beginning}%`;
  const rows = await db
    .selectFrom("digital_human")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where(sql<boolean>`lower(record) like ${pattern}`)
    .orderBy("id")
    .execute();
  return rows.find(({ record }) => {
    const named: unknown = JSON.parse(record).test_name;
    return typeof named === "string" && named.toLowerCase() === name;
  });
}
