import type { Statement } from '@svc/postgres';
import { appendText, maxListedRows, type AppendParts, type StatementText } from './append-text.js';
import type { ChainedEvent } from './event-chain.js';

/** The values of one append that all of its rows share. */
export interface AppendValues {
  readonly tenantId: string;
  readonly streamId: string;
  readonly subject: string | null;
  readonly metadata: string;
  readonly createdAt: number;
  readonly previousHash: Buffer;
}

/** Makes append statements of one schema. Texts are built once for each number of rows and set of fragments. */
export class AppendStatements {
  readonly #schema: string;
  /** Statements without fragments, by number of rows: the common case. */
  readonly #plainTexts: StatementText[] = [];
  readonly #texts: TextPlace = { next: new Map() };

  constructor(schema: string) {
    this.#schema = schema;
  }

  build(shared: AppendValues, rows: readonly ChainedEvent[], parts: AppendParts): Statement {
    const { guard, companions } = parts;
    const { tenantId, streamId, subject, metadata, createdAt, previousHash } = shared;
    const time = new Date(createdAt).toISOString();
    const values: unknown[] = [tenantId, streamId, metadata, time, previousHash, subject];
    if (rows.length <= maxListedRows) for (const row of rows) pushRow(values, row);
    else values.push(...transpose(rows));
    if (guard) values.push(...guard.values);
    for (const companion of companions) values.push(...companion.values);
    const { name, text } = this.#textFor(rows.length, parts);
    return { name, text, values };
  }

  #textFor(rows: number, parts: AppendParts): StatementText {
    const { guard, companions, isPersonal } = parts;
    const listed = Math.min(rows, maxListedRows + 1);
    if (!guard && !isPersonal && companions.length === 0)
      return (this.#plainTexts[listed] ??= appendText(this.#schema, rows, parts));
    let place = below(this.#texts, `${listed} ${guard ? 'guarded' : ''} ${isPersonal ? 'personal' : ''}`);
    if (guard) place = below(below(place, guard.name), guard.text);
    for (const { name, text } of companions) place = below(below(place, name), text);
    return (place.statement ??= appendText(this.#schema, rows, parts));
  }
}

/** A tree: finds a statement without concatenating the long texts of its fragments. */
interface TextPlace {
  statement?: StatementText;
  readonly next: Map<string, TextPlace>;
}

function below({ next }: TextPlace, key: string): TextPlace {
  let place = next.get(key);
  if (!place) {
    place = { next: new Map() };
    next.set(key, place);
  }
  return place;
}

/** In the order of `rowTypes` in append-text.ts. */
function pushRow(values: unknown[], row: ChainedEvent): void {
  values.push(
    row.streamVersion,
    row.eventType,
    row.eventId,
    row.schemaVersion,
    row.isPublic,
    row.previousPublicVersion,
    row.previousPublicHash,
    row.payload,
    row.hash,
  );
}

/** The values as one array for each column. */
function transpose(rows: readonly ChainedEvent[]): unknown[][] {
  const listed = rows.map((row) => {
    const values: unknown[] = [];
    pushRow(values, row);
    return values;
  });
  return (listed[0] ?? []).map((_, column) => listed.map((values) => values[column]));
}
