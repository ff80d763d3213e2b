/**
 * Compares the verdict on tool calls with the truth: the state of a small database after 300 runs with known
 * deviations.
 */
import { expect, test } from "vitest";
import { turnRng } from "../../random.ts";
import type { ToolCall } from "../conversation.ts";
import { evaluateBuiltins, metricsById } from "../evaluate-builtins.ts";

interface State {
  seats: Map<string, number>;
  bookings: Map<string, { flight: string; bags: number }>;
  certificates: [user: string, amount: number][];
}

/** An airline's tools with a database. A refusal changes nothing and answers with an error. */
class Airline {
  readonly state: State = {
    seats: new Map([
      ["F1", 3],
      ["F2", 1],
      ["F3", 0],
    ]),
    bookings: new Map([
      ["B1", { flight: "F1", bags: 0 }],
      ["B2", { flight: "F2", bags: 2 }],
    ]),
    certificates: [],
  };

  call(name: string, parameters: Record<string, unknown>): ToolCall {
    return { name, parameters, output: this.#run(name, parameters) };
  }

  #run(name: string, parameters: Record<string, unknown>): unknown {
    const { bookings, seats, certificates } = this.state;
    const id = String(parameters["booking"]);
    const flight = String(parameters["flight"]);
    const booking = bookings.get(id);
    switch (name) {
      case "book_flight": {
        const left = seats.get(flight) ?? 0;
        if (left === 0) return "Error: no seats";
        seats.set(flight, left - 1);
        bookings.set(`N${bookings.size}`, { flight, bags: 0 });
        return { booked: flight };
      }
      case "cancel_booking":
        if (!booking) return { error: "unknown booking" };
        bookings.delete(id);
        seats.set(booking.flight, (seats.get(booking.flight) ?? 0) + 1);
        return { status: "cancelled" };
      case "update_bags":
        if (!booking) return { success: false, message: "unknown booking" };
        booking.bags = Number(parameters["bags"]);
        return { success: true };
      case "send_certificate":
        certificates.push([String(parameters["user"]), Number(parameters["amount"])]);
        return "sent";
      default:
        return { found: name };
    }
  }

  /** Equal if the same was changed. The numbers of new bookings do not count. */
  get fingerprint(): string {
    const { seats, bookings, certificates } = this.state;
    const held = [...bookings.values()].map((booking) => JSON.stringify(booking)).sort();
    return JSON.stringify([[...seats], held, certificates.toSorted()]);
  }
}

type Action = [name: string, parameters: Record<string, unknown>];

const WRITES: readonly Action[] = [
  ["book_flight", { flight: "F1" }],
  ["cancel_booking", { booking: "B1" }],
  ["update_bags", { booking: "B2", bags: 3 }],
  ["send_certificate", { user: "u1", amount: 100 }],
];
const READS: readonly Action[] = [
  ["get_user", { user: "u1" }],
  ["search_flights", { from: "LHR" }],
  ["open_hours_lookup", {}],
  ["calculate", { expression: "1 + 1" }],
];
const REFUSED: readonly Action[] = [
  ["book_flight", { flight: "F3" }],
  ["cancel_booking", { booking: "B9" }],
  ["update_bags", { booking: "B9", bags: 1 }],
];
const EXTRA: readonly Action[] = [
  ["send_certificate", { user: "u2", amount: 50 }],
  ["book_flight", { flight: "F2" }],
  ["cancel_booking", { booking: "B2" }],
];
const WRONG: readonly Action[] = [
  ["book_flight", { flight: "F2" }],
  ["cancel_booking", { booking: "B2" }],
  ["update_bags", { booking: "B2", bags: 1 }],
  ["send_certificate", { user: "u1", amount: 200 }],
];

interface Draw {
  pick(actions: readonly Action[]): Action;
  at(length: number): number;
}

/** What an agent does instead of the wanted writes. */
const DEVIATIONS: Readonly<Record<string, (wanted: readonly Action[], draw: Draw) => readonly Action[]>> = {
  none: (wanted) => wanted,
  "reads more": (wanted, draw) => [draw.pick(READS), ...wanted, draw.pick(READS)],
  "is refused first": (wanted, draw) => [draw.pick(REFUSED), ...wanted],
  "is refused last": (wanted, draw) => [...wanted, draw.pick(REFUSED)],
  "takes another order": (wanted) => wanted.toReversed(),
  "hands over": (wanted) => [...wanted, ["transfer_to_human_agents", { summary: "done" }]],
  "names what is not given": (wanted) =>
    wanted.map(([name, parameters]): Action => [name, { ...parameters, note: null }]),
  "leaves one out": (wanted, draw) => wanted.toSpliced(draw.at(wanted.length), 1),
  "changes more": (wanted, draw) => [...wanted, draw.pick(EXTRA)],
  "does one twice": (wanted) => [...wanted, wanted[0] as Action],
  "gets one wrong": (wanted, draw) => {
    const place = draw.at(wanted.length);
    const [name] = wanted[place] as Action;
    return wanted.with(place, WRONG.find((action) => action[0] === name) as Action);
  },
  "only talks": () => [],
};

function run(actions: readonly Action[]) {
  const airline = new Airline();
  const calls = actions.map(([name, parameters]) => airline.call(name, parameters));
  return { calls, state: airline.fingerprint };
}

test("300 runs with twelve kinds of deviation: the verdict agrees with the database in 95 of 100 and more", () => {
  const random = turnRng("agreement", "", 0);
  const at = (length: number) => Math.floor(random() * length);
  const draw: Draw = { at, pick: (actions) => actions[at(actions.length)] as Action };
  const agreed = new Map<string, number>();
  for (const [kind, deviate] of Object.entries(DEVIATIONS))
    for (let time = 0; time < 25; time += 1) {
      const wanted = WRITES.filter(() => random() < 0.6);
      if (wanted.length === 0) wanted.push(draw.pick(WRITES));
      const [right, made] = [run(wanted), run(deviate(wanted, draw))];
      const metrics = metricsById(
        evaluateBuiltins({
          tool_calls: made.calls,
          expected_tool_calls: wanted.map(([name, parameters]) => ({ name, parameters })),
        }).metrics,
      );
      const outcome = metrics.get("tool_calls.outcome");
      // Without any call, there is nothing to match, and nothing was wanted.
      const as_expected = (outcome?.value as { as_expected: boolean } | null)?.as_expected ?? true;
      if (as_expected === (made.state === right.state)) agreed.set(kind, (agreed.get(kind) ?? 0) + 1);
    }
  const total = [...agreed.values()].reduce((sum, count) => sum + count, 0);
  expect(total / 300, JSON.stringify(Object.fromEntries(agreed))).toBeGreaterThanOrEqual(0.95);
});
