/** Selects events of a log; a part that is left out selects all. */
export interface LogFilter {
  readonly types?: readonly string[] | undefined;
  readonly publicOnly?: boolean | undefined;
}

export interface FilteredRow {
  readonly event_type: string;
  readonly is_public: boolean;
}

export function matches({ types, publicOnly }: LogFilter, row: FilteredRow): boolean {
  return (types?.includes(row.event_type) ?? true) && (publicOnly !== true || row.is_public);
}

/** Whether `wide` selects all that `narrow` selects. */
export function includes(wide: LogFilter, narrow: LogFilter): boolean {
  if (wide.publicOnly === true && narrow.publicOnly !== true) return false;
  const { types } = wide;
  if (types === undefined) return true;
  return narrow.types?.every((type) => types.includes(type)) ?? false;
}

/** Selects what any of them selects. */
export function union(filters: readonly LogFilter[]): LogFilter {
  const types = filters.some((filter) => filter.types === undefined)
    ? undefined
    : [...new Set(filters.flatMap((filter) => filter.types ?? []))];
  return { types, publicOnly: filters.every(({ publicOnly }) => publicOnly === true) };
}
