/** Explains unexpected answers in words. Loaded only if there is one. */
import { type Endpoint, endpoints, type Operation } from "../contract/endpoints.ts";
import type { NullItem } from "../contract/shape.ts";
import { Failure, type FailureOptions, type Outcome } from "../lib/failure.ts";
import { retryAfter } from "../lib/retry-after.ts";
import { type ErrorReason, readErrorBody, shorten } from "./error-body.ts";
import { maskKey } from "./mask-key.ts";
import type { PreparedRequest } from "./prepare.ts";
import { maskInQuery, redact } from "./redact.ts";
import { type Asked, header, type TransportAnswer } from "./transport.ts";

/** Far longer than any real request id. */
const REQUEST_ID_MAXIMUM = 200;

function about(answer: TransportAnswer, { method, path: sent, api_key }: Asked): FailureOptions {
  const path = maskInQuery(sent);
  const request_id = maskKey(header(answer, "x-request-id"), api_key)?.slice(0, REQUEST_ID_MAXIMUM);
  return {
    status: answer.status,
    request: { method, path },
    where: `${method} ${path} → ${answer.status}`,
    ...(request_id && { request_id }),
  };
}

const OUTCOME_OF: Readonly<Record<number, Outcome>> = {
  400: "refused",
  401: "authentication",
  403: "authentication",
  404: "not_found",
  405: "not_found",
  409: "conflict",
  422: "refused",
};

const HINTS: Readonly<Record<number, string>> = {
  401: "`parley auth status` shows which key is used; `parley auth login` stores another",
  403: "this key has no permission for that; `parley auth status` shows which key is used",
  429: "there are too many requests; try again later, or lower --concurrency",
};

const FAILED = "the service failed: try again later; its own log says why";

/** Lists the knowledge bases of an agent; those of the organization are below the path. */
const VERSIONS = "parley kb list";
const SHARED = "/v1/knowledge-base/";

/** The command that lists what a path, or `agent/7`, names. The first match counts. */
const LISTS: readonly (readonly [path: RegExp, list: string])[] = [
  [/digital-human/, "parley dh list <simulation-id>"],
  [/simulation-results\/|simulation-run\/\d/, "parley sim runs <simulation-id>"],
  [/simulation-result|conversation|text-message/, "parley sim results <run-id>"],
  [/simulation/, "parley sim list"],
  [/metric/, "parley metrics list"],
  [/label/, "parley labels list"],
  [/prompt/, "parley prompts list"],
  [/knowledge-base/, VERSIONS],
  [/webhook/, "parley webhooks list"],
  [/call-log/, "parley evaluate list"],
  [/agent/, "parley agents list"],
];

function hintFor(status: number, path: string, message = ""): string | undefined {
  if (status >= 500) return FAILED;
  if (status !== 404) return HINTS[status];
  // A body can name the missing resource, and the path another one.
  const [, noun, id] = /^([a-z ]+) ([\w-]+) not found/.exec(message) ?? [];
  const [, list] =
    LISTS.find(([pattern]) => noun && pattern.test(`${noun.replaceAll(" ", "-")}/${id}`)) ??
    LISTS.find(([pattern]) => pattern.test(path)) ??
    [];
  return list
    ? `\`${list === VERSIONS && path.startsWith(SHARED) ? "parley kb shared list" : list}\` lists what exists; \`parley auth status\` shows which service and key are used`
    : "check the id; `parley auth status` shows which service and key are used";
}

/**
 * A refusal because something exists, or no longer exists, may be due to an earlier attempt of the same
 * request.
 */
const mayBeOwn = (status: number, { method, perhaps_done }: Asked) =>
  perhaps_done && method !== "GET" && [400, 404, 409].includes(status);

const BASE_URL = "is the base URL that of the service's API? `parley auth status` shows it";

/** The failure of an answer other than 2xx, with the service's own reason whatever its shape. */
export function refusal(answer: TransportAnswer, text: string, asked: Asked): Failure {
  const { status } = answer;
  const retry_after_ms = retryAfter(header(answer, "retry-after"), Date.now());
  const options = { ...about(answer, asked), ...(retry_after_ms !== undefined && { retry_after_ms }) };
  if (status >= 300 && status < 400) {
    const target = maskKey(header(answer, "location"), asked.api_key) ?? "another address";
    return new Failure("failed", `the service redirects to ${shorten(target)}`, {
      ...options,
      code: "unexpected_answer",
      hint: "redirects are not followed, to protect the API key; correct the base URL",
    });
  }
  const reason = readErrorBody(readable(text, asked.api_key));
  const outcome = OUTCOME_OF[status] ?? "failed";
  const hint = reason.isPage
    ? BASE_URL
    : status === 429 && retry_after_ms !== undefined
      ? `the service asks to wait for ${Math.ceil(retry_after_ms / 1000)} s; or lower --concurrency`
      : hintFor(status, asked.path, reason.message);
  const own = mayBeOwn(status, asked) ? "; an earlier attempt, whose answer was lost, may have done it" : "";
  return new Failure(outcome, messageOf(reason, status) + own, {
    ...options,
    ...(hint !== undefined && { hint }),
    ...(reason.details.length > 0 && { details: reason.details }),
    ...(isNoRoute(status, reason) && { code: "no_route" }),
  });
}

function messageOf({ message, details, isPage }: ErrorReason, status: number): string {
  if (isPage)
    return message === undefined
      ? `the service answered ${status} with a web page`
      : `the service answered with a web page: ${message}`;
  if (message !== undefined) return message;
  return details.length > 0 && status < 500
    ? "the service refused the request"
    : `the service answered ${status}`;
}

/** JSON as a value without its secrets, and everything else as text. The key does not appear in it. */
function readable(text: string, api_key: string | undefined): unknown {
  try {
    return maskKey(redact(JSON.parse(text)), api_key);
  } catch {
    return maskKey(text, api_key);
  }
}

/** Whether the service lacks the whole route, rather than one object. */
const isNoRoute = (status: number, { message = "", details, isPage }: ErrorReason) =>
  status === 405 ||
  (status === 404 &&
    details.length === 0 &&
    (isPage ||
      message === "" ||
      /\broutes?\b|^(?:404:? *)?(?:page )?not found\.?$|not offered|^cannot (?:get|post|put|patch|delete) /i.test(
        message,
      )));

/** A service that lacks the route of an operation does not offer the operation. */
export function explainMissing(error: unknown, operation: Operation): unknown {
  if (!(error instanceof Failure) || error.options.code !== "no_route") return error;
  const { tier, method, path }: Endpoint = endpoints[operation];
  if (tier === "documented" && error.options.status === 404) return error;
  return new Failure("not_found", `this service does not offer ${method} ${path}`, {
    ...error.options,
    code: "not_offered",
    hint:
      tier !== "documented"
        ? "this operation is an extension of the API; `parley serve` offers it"
        : BASE_URL,
  });
}

/** The failure of a successful answer that is not JSON. */
export function notJson(answer: TransportAnswer, text: string, asked: Asked): Failure {
  const html = /^\s*</.test(text);
  const done = asked.method === "GET" ? "" : `${DONE}; `;
  return new Failure("failed", `the service answered ${html ? "with HTML, not JSON" : "with broken JSON"}`, {
    ...about(answer, asked),
    code: "unexpected_answer",
    hint: html ? BASE_URL : `${done}\`--debug\` shows the exchange`,
  });
}

const DONE = "the service accepted the request: check what it did before you send it again";

/** The failure of an answer without the outline that its operation promises. */
export function unexpectedShape(missing: string, request: PreparedRequest): Failure {
  const hint = "is the base URL that of the service's API? `--debug` shows the exchange";
  return new Failure("failed", `the service's answer has no ${missing}`, {
    where: `${request.method} ${request.path}`,
    request,
    code: "unexpected_answer",
    hint: request.method === "GET" ? hint : `${DONE}\n${hint}`,
  });
}

/** The failure of an answer in which a list has null instead of an object. */
export function nullInList({ where, others }: NullItem, request: PreparedRequest): Failure {
  const other_ids = others.length > 0 ? `its other ids: ${others.join(", ")}` : "";
  const done = request.method === "GET" ? "" : DONE;
  return new Failure("failed", `the service's answer has null in a list, at ${where}`, {
    where: `${request.method} ${request.path}`,
    request,
    code: "unexpected_answer",
    hint: [other_ids, done, "`--debug` shows the exchange"].filter(Boolean).join("\n"),
  });
}
