import { isRoutine, type Log } from "./log.ts";

/** The terminal or file that a person reads. */
export interface Screen {
  /** Writes a line, even if remarks are not wanted. */
  alert(line: string): void;
  /** Writes a line unless remarks are not wanted. */
  note(line: string): void;
  /** Removes control sequences and joins lines. */
  cleanLine(text: string): string;
  /** Removes control sequences but keeps lines. */
  clean(text: string): string;
  readonly paint: Readonly<Record<"dim" | "red" | "yellow", (text: string) => string>>;
}

interface TextLogOptions {
  /** Whether to write a line for each request, and not only for failures. */
  readonly requests: boolean;
  now(): Date;
}

/** Writes a short line for each request, if requested, and failures with their stack. */
export function createTextLog(screen: Screen, { requests, now }: TextLogOptions): Log {
  const { alert, note, clean, cleanLine, paint } = screen;
  const time = () => paint.dim(now().toISOString());
  const paintStatus = (status: number) =>
    status >= 500 ? paint.red(`${status}`) : status >= 400 ? paint.yellow(`${status}`) : `${status}`;
  return {
    request(request) {
      if (!requests || isRoutine(request)) return;
      const { method, path, status, ms, request_id, unknown_fields } = request;
      const unknown = unknown_fields === undefined ? "" : ` ${unknown_fields} unknown`;
      const rest = paint.dim(`${ms.toFixed(1)} ms ${cleanLine(request_id)}${unknown}`);
      alert(`${time()} ${method} ${cleanLine(path)} ${paintStatus(status)} ${rest}`);
    },
    failure(error, during, request) {
      const text = error instanceof Error ? error.stack : String(error);
      const named = request ? `, request id ${cleanLine(request.request_id)}` : "";
      alert(`${time()} service: ${cleanLine(during)} failed${named}: ${clean(text ?? "")}`);
    },
    note,
    close: () => undefined,
  };
}
