/** What PostgreSQL says of a statement that it refuses. */

/** The SQLSTATE of an error of the server; empty for every other error. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && /^[0-9A-Z]{5}$/.test(String(error.code))
    ? String(error.code)
    : "";

/**
 * Connection exceptions, and a server that ends connections. It is unknown whether a commit in progress took
 * effect.
 */
const IN_DOUBT = /^(?:08|57P|XX)/;

/** Whether the server says that the transaction has had no effect. */
export const isRolledBack = (error: unknown): boolean => {
  const code = codeOf(error);
  return code !== "" && !IN_DOUBT.test(code);
};
