/** Digital humans generated in bulk. */
import { insertDigitalHuman } from "../domain/digital-humans/insert.ts";
import { showDigitalHuman } from "../domain/digital-humans/record.ts";
import { draft, requirePlace } from "../domain/generation/draft.ts";
import { requireGenerable, warningFor } from "../domain/generation/request.ts";
import { JsonPieces } from "../json-text.ts";
import type { Row } from "../store/schema.ts";
import { createYielder } from "../yield.ts";
import type { Handlers } from "./handler.ts";

export const generationHandlers = {
  async generate_digital_humans({ organization_id, body }, service) {
    const asked = requireGenerable(body);
    await requirePlace(service.db, organization_id, body);
    const { drafts, isFull, unread, notes, policies } = await draft(service, organization_id, body);
    const probes = { asked: body.policy_probes ?? 0, rules: policies.length };
    const warning = warningFor({ asked, made: drafts.length, isFull }, unread, probes);
    const own = { ...(notes.length > 0 && { notes }), ...(probes.asked > 0 && { policies }) };
    const answer = { status: "200", success: true, warning, ...own };
    if (body.preview)
      return answerOf(
        answer,
        drafts.map(({ record, scenario }) => [() => record, scenario]),
      );
    const rows = await service.write(async (transaction) => {
      const simulation = await requirePlace(transaction, organization_id, body);
      const placed = { simulation_ids: simulation ? [simulation.id] : [] };
      const yieldIfDue = createYielder();
      const inserted: Row<"digital_human">[] = [];
      for (const { record } of drafts) {
        inserted.push(await insertDigitalHuman(transaction, service, organization_id, record, placed));
        await yieldIfDue();
      }
      return inserted;
    });
    return answerOf(
      answer,
      rows.map((row, place) => [
        () => showDigitalHuman(row),
        { digital_human_id: row.id, ...drafts[place]?.scenario },
      ]),
    );
  },
} satisfies Partial<Handlers>;

/**
 * The answer, serialized one digital human at a time, because all of them together may be ten million
 * characters.
 */
function answerOf(
  fields: Readonly<Record<string, unknown>>,
  made: readonly (readonly [shown: () => object, scenario: object])[],
): JsonPieces {
  async function* pieces(): AsyncGenerator<string> {
    const yieldIfDue = createYielder();
    yield `${JSON.stringify(fields).slice(0, -1)},"digital_humans":[`;
    for (const [place, [shown]] of made.entries()) {
      yield `${place > 0 ? "," : ""}${JSON.stringify(shown())}`;
      await yieldIfDue();
    }
    yield `],"test_scenarios":[`;
    for (const [place, [, scenario]] of made.entries()) {
      yield `${place > 0 ? "," : ""}${JSON.stringify(scenario)}`;
      await yieldIfDue();
    }
    yield "]}";
  }
  return new JsonPieces(pieces());
}
