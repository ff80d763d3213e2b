/** A board with many conversations. */
import { expect, test } from "vitest";
import { useService } from "../support/service.ts";
import { useBrowser } from "./browser.ts";

const service = useService();
const open = useBrowser();

const CONVERSATIONS = 200;
const ROUNDS = 8;
/** How long the main thread may take for one drawing, over all of them. A single one may hold several messages' work. */
const FRAME_S = 0.05;

test("two hundred live conversations take the main thread less than 50 ms a frame", async () => {
  const { acme } = service;
  const { body: simulation } = await acme("POST", "/v1/create-simulation", { name: "Many", agent_id: 101 });
  await acme("POST", "/v1/create-digital-human", {
    simulation_ids: [simulation.id],
    digital_human: { name: "One of many", intent: "Talk for a while" },
  });
  const { body: run } = await acme("POST", "/v1/queue-http-text-simulation-run", {
    simulation_id: simulation.id,
    num_runs: CONVERSATIONS,
  });
  const ids: string[] = run.simulation_result_ids;
  const { body: link } = await acme("POST", "/v1/console-links");
  const { page } = await open(`${service.url()}${link.path}/live`);
  await page.getByRole("heading", { name: `${CONVERSATIONS} conversations running` }).waitFor();

  // Measures the time of the thread itself, because clock time includes other work of the machine.
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const measure = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return { busy: of("TaskDuration"), drawn: of("LayoutCount") };
  };
  const before = await measure();
  for (let round = 0; round < ROUNDS; round++) {
    const message = `Round ${round} of what is said`;
    for (let at = 0; at < ids.length; at += 20)
      await Promise.all(
        ids
          .slice(at, at + 20)
          .map((simulation_result_id) =>
            acme("POST", "/v1/send-http-text-message", { simulation_result_id, message, end_turn: false }),
          ),
      );
    await expect.poll(() => page.locator(".card-said", { hasText: message }).count()).toBe(CONVERSATIONS);
  }
  const after = await measure();
  expect((after.busy - before.busy) / Math.max(1, after.drawn - before.drawn)).toBeLessThan(FRAME_S);
  await acme("POST", "/v1/end-conversations", { test_result_ids: ids });
}, 120_000);
