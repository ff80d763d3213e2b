import { test } from "vitest";
import { compareAll } from "./conformance.ts";
test("look", () => {
  const all = compareAll();
  console.log(all.filter((o) => o.name).length, "of", all.length);
  for (const o of all) if (o.name) console.log(o.operation, `req ${o.request.missing.join(", ")} | ans missing ${o.answer.missing.join(", ")} | WRONG ${o.answer.wrong.join("; ")}`);
  console.log(all.filter((o) => !o.name).map((o) => o.operation).join("\n"));
});
