import { isSecretName, MASK } from "../contract/secrets.ts";
import { type Detail, Failure, type FailureOptions, type Outcome } from "../failure.ts";
import { maskInQuery } from "./redact.ts";
import { retryAfter } from "./retry.ts";
import type { TransportAnswer } from "./transport.ts";

interface Request {
  readonly method: string;
  readonly path: string;
  /** An earlier attempt, whose answer was lost, may have taken effect. */
  readonly perhaps_done?: boolean;
}

/** Returns the value of a successful answer; anything else throws a failure with the service's message. */
export function readAnswer(answer: TransportAnswer, request: Request): unknown {
  const text = answer.body.toString("utf8");
  if (answer.status >= 200 && answer.status < 300)
    return text === "" ? undefined : parse(text, answer, request);
  throw refusal(answer, text, request);
}

function parse(text: string, answer: TransportAnswer, request: Request): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const html = /^\s*</.test(text);
    throw new Failure("failed", `the service answered ${html ? "with HTML, not JSON" : "with broken JSON"}`, {
      ...about(answer, request),
      code: "unexpected_answer",
      hint: html ? "is the base URL that of the service's API?" : "try again; `--debug` shows the exchange",
    });
  }
}

/** Far longer than any real request id. */
const REQUEST_ID_MAXIMUM = 200;

function about(answer: TransportAnswer, request: Request): FailureOptions {
  const { method } = request;
  const path = maskInQuery(request.path);
  const request_id = header(answer, "x-request-id")?.slice(0, REQUEST_ID_MAXIMUM);
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
  409: "conflict",
  422: "refused",
};

const HINTS: Readonly<Record<number, string>> = {
  401: "`parley auth status` shows which key is used; `parley auth login` stores another",
  403: "this key has no permission for that; `parley auth status` shows which key is used",
  429: "the service is asking for fewer requests; try again later, or lower --concurrency",
};

/** A refusal because something exists, or no longer does, may be due to an earlier attempt of the same request. */
const mayBeOwn = (status: number, { method, perhaps_done }: Request) =>
  perhaps_done && method !== "GET" && [400, 404, 409].includes(status);

function refusal(answer: TransportAnswer, text: string, request: Request): Failure {
  const { status } = answer;
  const retry_after_ms = retryAfter(header(answer, "retry-after"), Date.now());
  const options = {
    ...about(answer, request),
    ...(HINTS[status] && { hint: HINTS[status] }),
    ...(retry_after_ms !== undefined && { retry_after_ms }),
  };
  if (status >= 300 && status < 400)
    return new Failure(
      "failed",
      `the service redirects to ${shortened(header(answer, "location") ?? "another address")}`,
      {
        ...options,
        code: "unexpected_answer",
        hint: "redirects are not followed, to protect the API key; correct the base URL",
      },
    );
  const outcome = OUTCOME_OF[status] ?? "failed";
  const detail = detailOf(text);
  if (Array.isArray(detail))
    return new Failure(outcome, "the service refused the request", {
      ...options,
      details: toDetails(detail),
    });
  const message = typeof detail === "string" ? shortened(detail) : `the service answered ${status}`;
  const own = mayBeOwn(status, request)
    ? "; an earlier attempt, whose answer was lost, may have done it"
    : "";
  return new Failure(outcome, message + own, options);
}

export function header(answer: TransportAnswer, name: string): string | undefined {
  const value = answer.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function detailOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { detail?: unknown } | null)?.detail;
  } catch {
    return undefined;
  }
}

/** How much of one text of the service, and of all its faults together, is shown: at most a screen or two. */
const TEXT_MAXIMUM = 1000;
const PATH_MAXIMUM = 200;
const TOLD_MAXIMUM = 20_000;

/** A text of the service, cut at the maximum, with how much was left out. */
function shortened(text: string, maximum = TEXT_MAXIMUM): string {
  const left_out = text.length - maximum;
  if (left_out <= 0) return text;
  return `${text.slice(0, maximum).toWellFormed()}… (${left_out.toLocaleString("en")} more characters)`;
}

/** The faults of a 422, as many as fit, and how many more there are. */
function toDetails(items: readonly unknown[]): Detail[] {
  const details: Detail[] = [];
  let room = TOLD_MAXIMUM;
  for (const item of items) {
    const detail = toDetail(item);
    room -= JSON.stringify(detail).length;
    if (room < 0 && details.length > 0) {
      const more = items.length - details.length;
      details.push({ where: "…", message: `and ${more.toLocaleString("en")} more` });
      break;
    }
    details.push(detail);
  }
  return details;
}

/** An item of a 422; every part may be missing. */
function toDetail(item: unknown): Detail {
  const { loc, msg, input } = (item ?? {}) as { loc?: unknown; msg?: unknown; input?: unknown };
  const path = Array.isArray(loc) ? loc.map(String) : [];
  const [origin, ...rest] = path;
  const where = rest.length > 0 && origin === "body" ? rest.join(".") : path.join(".");
  const secret = path.some(isSecretName);
  return {
    where: shortened(where, PATH_MAXIMUM),
    message: shortened(typeof msg === "string" ? msg : JSON.stringify(item)),
    ...(input !== undefined && { input: secret ? MASK : shortenedInput(input) }),
  };
}

/** An input as it was sent if it is short, otherwise the beginning of its JSON. */
function shortenedInput(input: unknown): unknown {
  const json = JSON.stringify(input);
  return json.length <= TEXT_MAXIMUM ? input : shortened(typeof input === "string" ? input : json);
}
