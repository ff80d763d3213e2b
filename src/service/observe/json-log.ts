import { pino } from "pino";
import type { AnsweredRequest } from "../report.ts";
import { isRoutine, type Log } from "./log.ts";

/** Characters that are buffered for a reader who has stopped reading; anything after that is lost. */
const WAITING_MAXIMUM = 4 * 1024 * 1024;

/**
 * A line of JSON for each request and failure: `level`, `time`, then `request_id`, `method`, `route`, `status`, `ms`,
 * `organization_id` and `unknown_fields` of a request, `during` and `err` of a failure.
 * @param fd descriptor to write to: on a stream, a reader that has stopped reading would hold up every request
 */
export function createJsonLog(fd: number): Log {
  const destination = pino.destination({ dest: fd, sync: false, maxLength: WAITING_MAXIMUM });
  // If the reader has gone, lines are dropped and the service continues.
  destination.on("error", () => undefined);
  const logger = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    destination,
  );
  return {
    request(request) {
      if (isRoutine(request)) return;
      if (request.status >= 500) logger.error(fieldsOf(request));
      else logger.info(fieldsOf(request));
    },
    failure(error, during, request) {
      logger.error({ ...(request && fieldsOf(request)), during, err: describe(error) });
    },
    note: (text) => logger.info(text),
    close: () => destination.flushSync(),
  };
}

/** The path is left out: ids in it would make every line unique, and a path without a route may contain anything. */
const fieldsOf = ({ path: _, ms, ...request }: AnsweredRequest) => ({
  ...request,
  ms: Math.round(ms * 100) / 100,
});

/** Database errors carry rows in further fields, so only fields known to be harmless are logged. */
function describe(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return { type: name, message, ...("code" in error && { code: String(error.code) }), stack };
}
