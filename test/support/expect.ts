import { expect } from "vitest";
import { endpoints, type Operation } from "../../src/contract/endpoints.ts";
import * as schemas from "../../src/contract/schemas/index.ts";
import type { Reply } from "./service.ts";

/** Expects a success that fits the contract and has only fields of the contract. */
export function expectAnswer(operation: Operation, { status, body }: Reply): void {
  expect(status, JSON.stringify(body)).toBe(200);
  // Parsing drops unknown fields at every depth, so the result equals the input only if there are none.
  expect(schemas[endpoints[operation].answer].parse(body)).toEqual(body);
}

/** Expects a refusal with this status, and a reason that matches. */
export function expectRefusal({ status, body }: Reply, expected: number, why: RegExp): void {
  expect(status, JSON.stringify(body)).toBe(expected);
  expect(schemas.Refusal.parse(body).detail).toMatch(why);
}

/** Expects 422 with a fault of this type at `loc`. */
export function expectFault({ status, body }: Reply, loc: readonly string[], type: string): void {
  expect(status, JSON.stringify(body)).toBe(422);
  expect(schemas.ValidationError.parse(body)).toEqual(body);
  expect(body.detail).toContainEqual(expect.objectContaining({ loc, type }));
}
