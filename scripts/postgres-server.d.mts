/** See postgres-server.mjs. */
interface PostgresServer {
  /** The database `postgres`, as a user with all rights. */
  readonly url: string;
  /** Stops the server for good, as a crash would. */
  crash(): void;
}

export function startPostgres(options: {
  readonly is_durable: boolean;
  /** Further settings of the server, by name. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** The size of the disk for its data. */
  readonly disk_mb?: number;
}): Promise<
  PostgresServer & {
    /** Stops the server as a crash would, and starts it again. */
    restart(): void;
    /** Another server that replicates this one. */
    standby(): Promise<PostgresServer & { promote(): void }>;
    /** Fills its disk. */
    fill(): void;
    /** Frees the space, and starts the server again if it ended when its disk was full. */
    free(): void;
    stop(): void;
  }
>;

/** Whether the system permits creating a small disk. */
export function canMakeDisk(): boolean;
