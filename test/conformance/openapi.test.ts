/** The document lists the statuses with which an operation may be refused. */
import { describe, expect, test } from "vitest";
import { BODY_MAXIMUM } from "../../src/contract/limits.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const REQUESTS = 10;
const { url, acme, withKey } = useService(undefined, () => ({
  rate_limit: { requests: REQUESTS, window_ms: 3_600_000 },
}));

interface Refusal {
  readonly content: { readonly "application/json": { readonly schema: { readonly $ref: string } } };
  readonly headers?: Readonly<Record<string, unknown>>;
}

async function refusals() {
  const { paths, components } = (await withKey(undefined)("GET", "/openapi.json")).body;
  const operations = Object.values<Record<string, never>>(paths).flatMap((methods) => Object.values(methods));
  const refusalOf = ({ $ref }: { $ref: string }): Refusal | undefined =>
    components.responses[$ref.replace("#/components/responses/", "")];
  return operations.map(({ operationId, requestBody, responses }) => {
    const { 200: _, 204: __, ...refused } = responses as Record<string, { $ref: string }>;
    const found = Object.entries(refused).map(([status, one]) => [Number(status), refusalOf(one)] as const);
    return { operationId, has_body: requestBody !== undefined, refused: new Map(found) };
  });
}

test("every operation documents its errors, and 429 and 503 say when to try again", async () => {
  for (const { operationId, has_body, refused } of await refusals()) {
    const general = [401, 422, 429, 503, ...(has_body ? [400, 413, 415] : [])];
    expect([...refused.keys()], operationId).toEqual(expect.arrayContaining(general));
    for (const [status, refusal] of refused) {
      const name = status === 422 ? "ValidationError" : "Refusal";
      expect(refusal?.content["application/json"].schema.$ref, operationId).toBe(
        `#/components/schemas/${name}`,
      );
      const isLater = status === 429 || status === 503;
      expect(Object.keys(refusal?.headers ?? {}), operationId).toEqual(isLater ? ["Retry-After"] : []);
    }
  }
});

test("every operation is tagged with one of the tags that the document explains", async () => {
  const { tags, paths } = (await withKey(undefined)("GET", "/openapi.json")).body;
  const operations = Object.values<Record<string, { readonly tags: readonly string[] }>>(paths).flatMap(
    (methods) => Object.values(methods),
  );
  const used = new Set(operations.flatMap((operation) => operation.tags));
  expect(used).toEqual(new Set(tags.map(({ name }: { name: string }) => name)));
});

describe("an operation is refused as the document says", () => {
  const declared = async (operationId: string, status: number) =>
    expect((await refusals()).find((one) => one.operationId === operationId)?.refused.has(status)).toBe(true);

  test("for a body of another media type, and for one that is too large", async () => {
    const post = (type: string, body: string) =>
      fetch(`${url()}/v1/add-agent`, {
        method: "POST",
        headers: { "X-API-Key": ACME_KEY, "Content-Type": type },
        body,
      });
    expect((await post("text/plain", "{}")).status).toBe(415);
    expect((await post("application/json", JSON.stringify({ name: "x".repeat(BODY_MAXIMUM) }))).status).toBe(
      413,
    );
    await declared("create_agent", 415);
    await declared("create_agent", 413);
  });

  test("for too many requests, with the seconds to wait", async () => {
    for (let sent = 0; sent < REQUESTS; sent++) await acme("GET", "/v1/all-agents");
    const { status, headers } = await acme("GET", "/v1/all-agents");
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    await declared("list_agents", 429);
  });
});
