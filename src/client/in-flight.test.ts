import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { InFlight } from "./in-flight.ts";

/** What was stopped, in order, with the message of the reason. */
function stoppables(inFlight: () => InFlight<{ stop(reason: Error): void }>) {
  const stopped: string[] = [];
  const make = (name: string) => {
    const one = {
      stop({ message }: Error) {
        stopped.push(`${name}: ${message}`);
        inFlight().delete(one);
      },
    };
    return one;
  };
  return { stopped, make };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("hundreds at once share one timer, and when none is left there is none", () => {
  const inFlight = new InFlight(new AbortController().signal);
  const { make } = stoppables(() => inFlight);
  const all = Array.from({ length: 300 }, (_, i) => make(String(i)));
  for (const one of all) {
    inFlight.add(one, 30_000);
    vi.advanceTimersByTime(1);
  }
  expect(vi.getTimerCount()).toBe(1);
  for (const one of all) inFlight.delete(one);
  expect(vi.getTimerCount()).toBe(0);
});

test("each is stopped when its own time is over, whatever the order in which they came", () => {
  const inFlight = new InFlight(new AbortController().signal);
  const { stopped, make } = stoppables(() => inFlight);
  inFlight.add(make("slow"), 5000);
  inFlight.add(make("never"), Number.POSITIVE_INFINITY);
  const done = make("done");
  inFlight.add(done, 1000);
  vi.advanceTimersByTime(500);
  inFlight.add(make("quick"), 1000);
  inFlight.delete(done);
  vi.advanceTimersByTime(999);
  expect(stopped).toEqual([]);
  vi.advanceTimersByTime(2);
  expect(stopped).toEqual(["quick: no answer within 1 s"]);
  vi.advanceTimersByTime(3498);
  expect(stopped).toHaveLength(1);
  vi.advanceTimersByTime(100_000);
  expect(stopped).toEqual(["quick: no answer within 1 s", "slow: no answer within 5 s"]);
});

test("an aborted signal stops all requests with its reason", () => {
  const abort = new AbortController();
  const inFlight = new InFlight(abort.signal);
  const { stopped, make } = stoppables(() => inFlight);
  for (const name of ["a", "b"]) inFlight.add(make(name), 1000);
  abort.abort(new Error("interrupted"));
  expect(stopped).toEqual(["a: interrupted", "b: interrupted"]);
  expect(vi.getTimerCount()).toBe(0);
});
