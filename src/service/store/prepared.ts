import type { CompiledQuery, Kysely } from "kysely";
import type { Database } from "./schema.ts";

/** A placeholder in a query for a value that is known when it runs. */
class Placeholder {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

interface Buildable<R> {
  compile(): CompiledQuery<R>;
}

/**
 * A query that is built and compiled once for each store, then run with new values each time: building it anew costs
 * more than running it. Use it for what runs at every request; elsewhere plain queries read better.
 * @param build uses each of `values` once or more as a value, and never looks at it
 */
export function prepared<V extends object, R>(build: (db: Kysely<Database>, values: V) => Buildable<R>) {
  // A store and its transactions have one adapter.
  const compiled = new WeakMap<object, CompiledQuery<R>>();
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(name) }) as V;

  return async (db: Kysely<Database>, values: V): Promise<R[]> => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (!query) {
      query = build(db, placeholders).compile();
      compiled.set(adapter, query);
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? Reflect.get(values, parameter.name) : parameter,
    );
    const { rows } = await db.executeQuery<R>({ ...query, parameters });
    return rows;
  };
}
