export interface MigrationOptions {
  /** The Postgres schema of one context; made when missing. Unqualified names in the files mean this schema. */
  readonly schema: string;
  /** Folders like `prisma/migrations`, applied in this order. */
  readonly folders: readonly string[];
  /** Leaves out migrations that take away what the release before still uses (`<timestamp>_<name>_contract`). */
  readonly withoutContract?: boolean;
  /** What the files read with `current_setting`, by names such as `svc.event_partitions`: choices made when a schema is. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called with the name of each migration before it is applied. */
  readonly onProgress?: (migration: string) => void;
}
