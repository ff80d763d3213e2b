import { expect, test } from "vitest";
import { storeCache } from "../../src/service/model/store-cache.ts";
import { useStore } from "../support/store.ts";

const { service } = await useStore();

test("answers of a model are kept by their key, the first for good", async () => {
  const cache = storeCache(service);
  expect(await cache.get("a")).toBeUndefined();
  await cache.put("a", { text: "first" });
  await cache.put("a", { text: "second" });
  await cache.put("b", { text: "other" });
  expect(await cache.get("a")).toEqual({ text: "first" });
});
