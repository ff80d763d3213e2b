import { expect, test } from "vitest";
import { endpoints } from "../../src/contract/endpoints.ts";
import { useService } from "../support/service.ts";

const service = useService();

test("GET /docs has every operation with its fields, and sends no request", async () => {
  const answer = await fetch(`${service.url()}/docs`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
  const page = await answer.text();
  for (const [name, { method, path }] of Object.entries(endpoints)) {
    expect(page).toContain(`<section id="${name}" class="panel">`);
    expect(page).toContain(`${method} ${path}`);
  }
  expect(page).toContain("<code>simulation_result.evaluations[].goal_success</code>");
  expect(page).not.toMatch(/<script|src=|https?:\/\/|undefined|\[object/);
});
