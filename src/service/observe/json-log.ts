import { pino } from "pino";
import type { AnsweredRequest } from "./answered-request.ts";
import { isRoutine, type Log } from "./log.ts";

/** Characters that wait for a reader who has stopped reading; what comes after them is lost. */
const WAITING_MAXIMUM = 4 * 1024 * 1024;

/**
 * A line of JSON for each request and failure: `level`, `time`, then `request_id`, `method`, `route`, `status`, `ms`
 * and `organization_id` of a request, `during` and `err` of a failure.
 * @param fd descriptor to write to: on a stream, a reader that has stopped reading would hold up every request
 */
export function createJsonLog(fd: number): Log {
  const destination = pino.destination({ dest: fd, sync: false, maxLength: WAITING_MAXIMUM });
  // A reader that has gone wants no more lines; the service goes on.
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

/** A path is left out: ids in it make every line a kind of its own, and what is no route may be anything. */
const fieldsOf = ({ path: _, ms, ...request }: AnsweredRequest) => ({
  ...request,
  ms: Math.round(ms * 100) / 100,
});

/** Errors of the database carry rows in further fields: only what is known to be harmless is told. */
function describe(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return { type: name, message, ...("code" in error && { code: String(error.code) }), stack };
}
