/** Limits on latencies that a service gives without a unit: what was taken for it is told. */
import { expect, test } from "vitest";
import { type Asked, answer, useHosted } from "../support/hosted.ts";
import { useProgram } from "../support/in-process.ts";
import { respond } from "./stand-in.ts";

const service = useHosted();
const parley = useProgram(service);

/** Every latency of the stand-in is 2. */
const UNIT = "the service gives latencies without a unit; 2 is taken for seconds";

const offer = () =>
  service.offer({
    "*": ({ what, query, body }: Asked) => {
      const [method = "", path = ""] = what.split(" ");
      const response = respond({ method, path, query, body }, "as published", "passed");
      return answer(response.status, response.body);
    },
  });
const SOON = ["--max-wait", "0.3", "--poll", "0.1"];

test.each([
  [1500, 9],
  [2500, 0],
])("release check --at-most agent.response_latency.mean=%d ends with %d", async (most, ends) => {
  offer();
  const words = ["--at-most", `agent.response_latency.mean=${most}`, ...SOON];
  const { code, stdout, stderr } = await parley(["release", "check", "7", ...words]);
  expect([code, stdout + stderr]).toEqual([ends, expect.stringContaining(UNIT)]);
  const { json } = await parley(["release", "check", "7", ...words, "--json"]);
  const found = json.tests.flatMap(({ criteria }: { criteria: object[] }) => criteria);
  expect(JSON.stringify(found)).toContain(`the value is 2000 (${UNIT})`);
});

test("release compare says it too", async () => {
  offer();
  const { code, stderr } = await parley(["release", "compare", "7", "1", "1", ...SOON]);
  expect([code, stderr]).toEqual([0, expect.stringContaining(UNIT)]);
});
