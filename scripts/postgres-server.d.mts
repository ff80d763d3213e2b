/** See postgres-server.mjs. */
export function startPostgres(options: { readonly is_durable: boolean }): Promise<{
  /** The database `postgres`, as a user who may do everything. */
  readonly url: string;
  /** As after a crash. */
  restart(): void;
  stop(): void;
}>;
