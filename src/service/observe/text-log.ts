import { isRoutine, type Log } from "./log.ts";

/** Where a person reads. */
export interface Screen {
  /** Writes a line, also for those who want no remarks. */
  alert(line: string): void;
  /** Writes a line unless remarks are not wanted. */
  note(line: string): void;
  /** Without what a terminal would obey; on one line. */
  cleanLine(text: string): string;
  /** The same, line by line. */
  clean(text: string): string;
  readonly paint: Readonly<Record<"dim" | "red" | "yellow", (text: string) => string>>;
}

/** A short line for each request, unless they are not wanted, and failures with their stack. */
export function createTextLog(screen: Screen, { requests }: { requests: boolean }): Log {
  const { alert, note, clean, cleanLine, paint } = screen;
  const paintStatus = (status: number) =>
    status >= 500 ? paint.red(`${status}`) : status >= 400 ? paint.yellow(`${status}`) : `${status}`;
  return {
    request(request) {
      if (!requests || isRoutine(request)) return;
      const { method, path, status, ms } = request;
      alert(`${method} ${cleanLine(path)} ${paintStatus(status)} ${paint.dim(`${ms.toFixed(1)} ms`)}`);
    },
    failure(error, during, request) {
      const told = error instanceof Error ? error.stack : String(error);
      const named = request ? `, request id ${request.request_id}` : "";
      alert(`service: ${cleanLine(during)} failed${named}: ${clean(told ?? "")}`);
    },
    note,
    close: () => undefined,
  };
}
