import type { DomainEvent, JsonObject } from '@svc/kernel';

/** Lifts a stored payload from one schema version to the next. Pure; sees the payload after decryption. */
export type Upcaster = (payload: JsonObject) => JsonObject;

/** How one type of event is stored. */
export interface EventType<Data> {
  /** Between the domain's data and JSON; what ts-proto generates for the event's message fits. */
  readonly message: {
    toJSON(data: Data): unknown;
    fromJSON(json: unknown): Data;
  };
  /** Version of the payload's shape that this release writes, from 1. */
  readonly schemaVersion: number;
  /** Public events leave the context, private ones never do. */
  readonly visibility: 'public' | 'private';
  /** Keyed by the version they lift from; one for each version below `schemaVersion`. */
  readonly upcasters?: Readonly<Record<number, Upcaster>>;
  /** Fields marked `(svc.common.v1.personal)`, as paths into the JSON payload: `text`, `author.name`, `items.*.text`. */
  readonly personalFields?: readonly string[];
  /** Personal data may exceed 64 KiB, up to 4 MiB: sealed next to the event, which names it. */
  readonly largePersonal?: boolean;
}

/** The closed list of a context's event types. */
export interface EventTypes<Event extends DomainEvent> {
  readonly byName: ReadonlyMap<string, EventType<unknown>>;
  /** Only for the compiler; never set. */
  readonly event?: Event;
}

type Definitions = Readonly<Record<string, EventType<unknown>>>;
type DefinitionsOf<Event extends DomainEvent> = {
  readonly [Type in Event['type']]: EventType<Extract<Event, { type: Type }>['data']>;
};
type EventOf<Table extends Definitions> = {
  [Type in keyof Table & string]: DomainEvent<Type, Table[Type] extends EventType<infer Data> ? Data : never>;
}[keyof Table & string];

/** Keyed by the type's name, as it is stored. The union of events is inferred, or named: `defineEventTypes<UserEvent>`. */
export function defineEventTypes<const Table extends Definitions>(
  definitions: Table,
): EventTypes<EventOf<Table>>;
export function defineEventTypes<Event extends DomainEvent>(
  definitions: DefinitionsOf<Event>,
): EventTypes<Event>;
export function defineEventTypes(definitions: Definitions): EventTypes<DomainEvent> {
  const byName = new Map(Object.entries(definitions));
  for (const [name, type] of byName) {
    for (let version = 1; version < type.schemaVersion; version++) {
      if (!type.upcasters?.[version])
        throw new TypeError(`${name} has no upcaster from schema version ${version}.`);
    }
  }
  return { byName };
}
