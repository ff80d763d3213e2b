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
