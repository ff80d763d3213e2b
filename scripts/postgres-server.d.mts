/** See postgres-server.mjs. */
interface PostgresServer {
  /** The database `postgres`, as a user who may do everything. */
  readonly url: string;
  /** As at a crash, for good. */
  crash(): void;
}

export function startPostgres(options: {
  readonly is_durable: boolean;
  /** Further settings of the server, by name. */
  readonly settings?: Readonly<Record<string, string | number>>;
}): Promise<
  PostgresServer & {
    /** As after a crash. */
    restart(): void;
    /** Another server that follows this one. */
    standby(): Promise<PostgresServer & { promote(): void }>;
    stop(): void;
  }
>;
