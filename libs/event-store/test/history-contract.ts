import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { DomainEvent, JsonObject } from '@svc/kernel';
import type { EventTypes } from '../src/index.js';

/** A whole stream as a release has stored it, with personal data unsealed: only of invented persons. */
export interface RecordedStream {
  /** `user` */
  readonly aggregate: string;
  readonly events: readonly {
    readonly type: string;
    readonly schemaVersion: number;
    readonly payload: JsonObject;
  }[];
  /** What that release made of the events. */
  readonly state: unknown;
}

export interface HistoryContract<Event extends DomainEvent> {
  /** Of `RecordedStream`s. A file may be added to; what a release has stored in it is never changed. */
  readonly folder: URL;
  readonly types: EventTypes<Event>;
  /** By the names of the aggregates; each has at least one history. */
  readonly deciders: Readonly<
    Record<string, { readonly initialState: unknown; evolve(state: never, event: never): unknown }>
  >;
}

/**
 * Each later release reads what releases have stored, to the same state. A state may get new fields: they are empty in
 * histories that were recorded before.
 */
export function describeRecordedHistories<Event extends DomainEvent>(of: HistoryContract<Event>): void {
  const { folder, types, deciders } = of;
  const histories = readdirSync(folder).map(
    (file) => [file, JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as RecordedStream] as const,
  );

  describe.each(histories)('the recorded stream %s', (_file, { aggregate, events, state }) => {
    it('folds to the state that its own release saw', () => {
      const decider = deciders[aggregate];
      const folded = events
        .map((event) => readStored(types, event))
        .reduce<unknown>(
          (before, event) => decider?.evolve(before as never, event as never),
          decider?.initialState,
        );
      expectRecordedState(folded, state);
    });
  });

  it('there is a recorded stream of each aggregate', () => {
    const recorded = new Set(histories.map(([, { aggregate }]) => aggregate));
    expect(recorded).toEqual(new Set(Object.keys(deciders)));
  });
}

/** That a state is what a release recorded, beside empty fields that the recording does not name. */
export function expectRecordedState(state: unknown, recorded: unknown): void {
  expect(withoutNewFields(JSON.parse(JSON.stringify(state)), recorded)).toEqual(recorded);
}

function withoutNewFields(value: unknown, recorded: unknown): unknown {
  if (Array.isArray(value))
    return value.map((item, index) =>
      withoutNewFields(item, Array.isArray(recorded) ? recorded[index] : null),
    );
  if (!isObject(value) || !isObject(recorded)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, field]) => Object.hasOwn(recorded, key) || !isEmpty(field))
      .map(([key, field]) => [key, withoutNewFields(field, recorded[key])]),
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** What a field is that no event has set. */
function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : [null, false, 0, ''].includes(value as null);
}

/** @throws TypeError for an event that this release does not know */
function readStored<Event extends DomainEvent>(
  types: EventTypes<Event>,
  { type: name, schemaVersion, payload }: RecordedStream['events'][number],
): DomainEvent {
  const type = types.byName.get(name);
  if (!type) throw new TypeError(`${name} is no event here.`);
  let lifted = payload;
  for (let version = schemaVersion; version < type.schemaVersion; version += 1)
    lifted = type.upcasters?.[version]?.(lifted) ?? lifted;
  return { type: name, data: type.message.fromJSON(lifted) };
}
