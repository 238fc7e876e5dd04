/** The same with undefined in the place of null, which is how generated messages say that a field is absent. */
export type WithoutNulls<Row> = {
  readonly [Key in keyof Row]: null extends Row[Key] ? Exclude<Row[Key], null> | undefined : Row[Key];
};

/** A listed row for a message of the same names. What stands inside its values stays as it is. */
export function withoutNulls<Row extends object>(row: Row): WithoutNulls<Row> {
  const entries = Object.entries(row).map(([key, value]: [string, unknown]) => [key, value ?? undefined]);
  return Object.fromEntries(entries) as WithoutNulls<Row>;
}
