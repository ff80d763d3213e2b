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
  /** Its data are on a disk of this size. */
  readonly disk_mb?: number;
}): Promise<
  PostgresServer & {
    /** As after a crash. */
    restart(): void;
    /** Another server that follows this one. */
    standby(): Promise<PostgresServer & { promote(): void }>;
    /** Leaves no room on its disk. */
    fill(): void;
    /** Gives the room back, and starts the server again if it ended without. */
    free(): void;
    stop(): void;
  }
>;

/** Whether the system lets us make a small disk. */
export function canMakeDisk(): boolean;
