import { expect } from "vitest";
import { endpoints, type Operation } from "../../src/contract/endpoints.ts";
import * as schemas from "../../src/contract/schemas/index.ts";
import type { Reply } from "./service.ts";

/** The reply is a success, fits the contract and has no field that the contract does not name. */
export function expectAnswer(operation: Operation, { status, body }: Reply): void {
  expect(status, JSON.stringify(body)).toBe(200);
  // Parsing drops unknown fields at every depth, so what comes out equals what went in only without any.
  expect(schemas[endpoints[operation].answer].parse(body)).toEqual(body);
}

/** The reply refuses with that status, and says why in words that match. */
export function expectRefusal({ status, body }: Reply, expected: number, why: RegExp): void {
  expect(status, JSON.stringify(body)).toBe(expected);
  expect(schemas.Refusal.parse(body).detail).toMatch(why);
}

/** The reply is 422 and one of its faults is at `loc`, of that type. */
export function expectFault({ status, body }: Reply, loc: readonly string[], type: string): void {
  expect(status, JSON.stringify(body)).toBe(422);
  expect(schemas.ValidationError.parse(body)).toEqual(body);
  expect(body.detail).toContainEqual(expect.objectContaining({ loc, type }));
}
