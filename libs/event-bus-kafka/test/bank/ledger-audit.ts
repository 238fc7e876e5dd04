/** How the ledger differs from the record, each amount once and in order. */
export interface LedgerFaults {
  readonly lost: number;
  readonly doubled: number;
  readonly outOfOrder: number;
}

/**
 * @param record the amounts that a client has deposited; none comes twice
 * @param lines the amounts of its account in the ledger, as they were written
 */
export function compareWithRecord(record: readonly number[], lines: readonly number[]): LedgerFaults {
  const placeOf = new Map(record.map((amount, place) => [amount, place]));
  const seen = new Set<number>();
  let [doubled, outOfOrder, last] = [0, 0, -1];
  for (const amount of lines) {
    const place = placeOf.get(amount);
    // An amount that nobody deposited is also one too many.
    if (seen.has(amount) || place === undefined) {
      doubled += 1;
      continue;
    }
    seen.add(amount);
    if (place < last) outOfOrder += 1;
    else last = place;
  }
  return { lost: record.length - seen.size, doubled, outOfOrder };
}
