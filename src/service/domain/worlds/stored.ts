/** Worlds as they are stored: each content once in an organization, and never changed. */
import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { canonicalJson } from "../../../contract/canonical-json.ts";
import { compileWorld } from "../../../engine/world/compile.ts";
import { stepsOfWorld, type WorldStep } from "../../../engine/world/steps.ts";
import type { Fault, World, WorldForm } from "../../../engine/world/world.ts";
import type { Clock } from "../../clock.ts";
import { badRequest } from "../../errors.ts";
import type { Database } from "../../store/schema.ts";
import { createYielder } from "../../yield.ts";

/** Mistakes that a refusal names. */
const FAULTS_SHOWN = 10;

/** Stores a world, unless it is there. Returns its id. 400 with its mistakes, if it has any. */
export async function storeWorld(
  transaction: Kysely<Database>,
  { now }: Clock,
  organization_id: string,
  given: WorldForm,
): Promise<number> {
  const { faults } = compileWorld(given);
  if (faults.length > 0) throw badRequest(refusalOf(faults, given));
  const sha256 = createHash("sha256").update(canonicalJson(given)).digest("hex");
  const find = () =>
    transaction
      .selectFrom("world")
      .select("id")
      .where("organization_id", "=", organization_id)
      .where("sha256", "=", sha256)
      .executeTakeFirst();
  const existing = await find();
  if (existing) return existing.id;
  const form = JSON.stringify(given);
  const row = { organization_id, sha256, form, created_at: now().toISOString() };
  const made = await transaction
    .insertInto("world")
    .values(row)
    .onConflict((conflict) => conflict.columns(["organization_id", "sha256"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  const { id } = made ?? (await find()) ?? {};
  if (id === undefined) throw new Error("a world was deleted while it was stored");
  return id;
}

/** Each mistake with its field, and its line and column if it is in a text. */
function refusalOf(faults: readonly Fault[], form: WorldForm): string {
  const shown = faults.slice(0, FAULTS_SHOWN).map(({ path, message, offset }) => {
    const prefix = offset === undefined ? undefined : String(valueAt(form, path)).slice(0, offset);
    const lines = prefix?.split("\n");
    const place = lines ? `, line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}` : "";
    return `world.${path.join(".")}${place}: ${message}`;
  });
  const more = faults.length > shown.length ? `; and ${faults.length - shown.length} more` : "";
  return `${shown.join("; ")}${more}`;
}

const valueAt = (form: unknown, path: Fault["path"]): unknown =>
  path.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], form);

/** A world and the form in which it was given. */
export interface StoredWorld {
  readonly form: WorldForm;
  readonly world: World;
  /** Everything that calls of its tools can reach. */
  steps(): readonly WorldStep[];
}

/** Reads worlds from the store. Those that conversations have just used are kept, ready to answer. */
export interface Worlds {
  stored(db: Kysely<Database>, id: number): Promise<StoredWorld>;
  /** Between calls of tools, of whatever conversations: lets others go first if they have waited for long enough. */
  yieldIfDue(): Promise<void>;
}

export interface WithWorlds {
  readonly worlds: Worlds;
}

/** Worlds that are kept, and how many characters they have together. */
const KEPT = { max: 50, maxSize: 50_000_000 };

export function createWorlds(): Worlds {
  const kept = new LRUCache<number, StoredWorld>({ ...KEPT });
  return {
    yieldIfDue: createYielder(),
    async stored(db, id) {
      const cached = kept.get(id);
      if (cached) return cached;
      const { form: text } = await db
        .selectFrom("world")
        .select("form")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const form: WorldForm = JSON.parse(text);
      const { world } = compileWorld(form);
      let steps: readonly WorldStep[] | undefined;
      const read: StoredWorld = {
        form,
        world,
        steps() {
          steps ??= stepsOfWorld(form, world);
          return steps;
        },
      };
      kept.set(id, read, { size: text.length });
      return read;
    },
  };
}

/** A world goes with the last simulation or run that has it. */
export async function deleteUnusedWorld(transaction: Kysely<Database>, id: number | null): Promise<void> {
  if (id === null) return;
  for (const table of ["simulation", "simulation_run"] as const) {
    const used = await transaction
      .selectFrom(table)
      .select("id")
      .where("world_id", "=", id)
      .limit(1)
      .execute();
    if (used.length > 0) return;
  }
  await transaction.deleteFrom("world").where("id", "=", id).execute();
}
