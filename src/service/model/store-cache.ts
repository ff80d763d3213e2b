import type { Clock } from "../clock.ts";
import type { Store } from "../store/store.ts";
import type { AnswerCache } from "./cache.ts";

/** Keeps answers in the store. */
export function storeCache({ db, write, now }: Pick<Store, "db" | "write"> & Clock): AnswerCache {
  return {
    async get(key) {
      const row = await db
        .selectFrom("model_answer")
        .select("answer")
        .where("key", "=", key)
        .executeTakeFirst();
      return row && JSON.parse(row.answer);
    },
    async put(key, answer) {
      const row = { key, answer: JSON.stringify(answer), created_at: now().toISOString() };
      await write((transaction) =>
        transaction
          .insertInto("model_answer")
          .values(row)
          .onConflict((conflict) => conflict.column("key").doNothing())
          .execute(),
      );
    },
  };
}
