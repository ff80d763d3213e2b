import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryOf, jsonSchemaOf } from "../../test/support/arbitrary.ts";
import { apply, mutationsOf } from "../../test/support/mutations.ts";
import { accepts } from "./accepts.ts";
import { manifestKinds } from "./schemas/manifests/index.ts";

describe.each(Object.entries(manifestKinds))("manifests of kind %s", (kind, schema) => {
  const shape = jsonSchemaOf(schema);
  const documents = arbitraryOf(shape, { examples: {} }).map((value) => ({ ...(value as object), kind }));

  test("are accepted where zod accepts them", () => {
    fc.assert(
      fc.property(documents, (value) => {
        expect(accepts(schema, value)).toBe(schema.safeParse(value).success);
      }),
      { numRuns: 100 },
    );
  });

  test("are refused where zod refuses them", () => {
    const full = arbitraryOf(shape, { examples: {}, full: true }).map((value) => ({
      ...(value as object),
      kind,
    }));
    const value = fc.sample(full, { numRuns: 1, seed: 1 })[0];
    const mutations = mutationsOf(shape, value);
    expect(mutations.length).toBeGreaterThan(5);
    const different = mutations.filter((mutation) => {
      const mutated = apply(value, mutation);
      return accepts(schema, mutated) !== schema.safeParse(mutated).success;
    });
    expect(different.map(({ path, what }) => `${path.join(".")}: ${what}`)).toEqual([]);
  });
});
