import { expect, test } from "vitest";
import { recordingsBeside } from "./store-place.ts";

const DATABASE = "postgres://parley@db.internal/parley";

test.each([
  ["an embedded store holds them", { data: "/srv/a", database_url: undefined }, undefined, undefined],
  ["a database has a folder for them", { data: "/srv/a", database_url: DATABASE }, undefined, "/srv/a"],
  ["a bucket wins", { data: "/srv/a", database_url: DATABASE }, { bucket: "calls" }, "the bucket calls"],
  ["over either store", { data: "/srv/a", database_url: undefined }, { bucket: "calls" }, "the bucket calls"],
])("where recordings are stored: %s", (_, place, s3, expected) =>
  expect(recordingsBeside(place, s3)).toBe(expected),
);
