import type { DomainEvent, TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { EventStore } from '../event-store.js';
import type { RecordedEvent } from '../events/recorded-event.js';
import { firstStream, type StreamPlace, type StreamsPage } from '../reading/read-streams.js';

/** The part of a stream that was read. */
export interface LoggedStream<Event> {
  readonly streamId: string;
  readonly tenantId: TenantId;
  readonly category: string;
  readonly id: string;
  readonly subject: string | null;
  /** Of the last event that was read. */
  readonly version: number;
  readonly events: readonly Event[];
}

export interface StreamBatch<Event> {
  readonly streams: readonly LoggedStream<Event>[];
  /** Events of the log read or skipped with it, of other categories too. */
  readonly passed: number;
}

export interface StreamScan<Event extends DomainEvent> {
  readonly executor: Executor;
  readonly store: EventStore<Event>;
  readonly isWanted: (category: string) => boolean;
  /** Maximum events of a batch, except for a single longer stream. */
  readonly pageSize: number;
}

/** All streams of some categories, each whole, ordered by id. Streams that begin during the read may be included. */
export async function* loggedStreams<Event extends DomainEvent>({
  executor,
  store,
  isWanted,
  pageSize,
}: StreamScan<Event>): AsyncGenerator<StreamBatch<Event>> {
  let after: StreamPlace | undefined = firstStream;
  // The stream that the previous page may have cut.
  let open: LoggedStream<Event> | undefined;
  const isOpened = (streamId: string) => isWanted(categoryOf(streamId));
  while (after) {
    const pages: AsyncIterable<StreamsPage<Event>> = store.readStreams(executor, after, pageSize, isOpened);
    for await (const page of pages) {
      const streams = collect(open, page.recorded);
      after = page.next;
      const mayGoOn = streams.at(-1)?.streamId === after?.streamId;
      open = mayGoOn ? streams.pop() : undefined;
      yield { streams, passed: page.passed };
    }
  }
}

/** The stream with the events that were appended since it was read. */
export async function withTail<Event extends DomainEvent>(
  executor: Executor,
  store: EventStore<Event>,
  stream: LoggedStream<Event>,
): Promise<LoggedStream<Event>> {
  const tail = await store.readStream(executor, stream.streamId, { afterVersion: stream.version });
  return tail.length === 0 ? stream : longer(stream, tail);
}

/** @throws TypeError when there is none. */
export async function wholeStream<Event extends DomainEvent>(
  executor: Executor,
  store: EventStore<Event>,
  streamId: string,
): Promise<LoggedStream<Event>> {
  const [stream] = collect(undefined, await store.readStream(executor, streamId));
  if (!stream) throw new TypeError(`There is no stream ${streamId}.`);
  return stream;
}

function collect<Event extends DomainEvent>(
  open: LoggedStream<Event> | undefined,
  recorded: readonly RecordedEvent<Event>[],
): LoggedStream<Event>[] {
  const byStream = Map.groupBy(recorded, ({ streamId }) => streamId);
  const begunBefore = open && longer(open, byStream.get(open.streamId) ?? []);
  if (open) byStream.delete(open.streamId);
  const others = [...byStream].map(([streamId, events]) => longer(begun(streamId, events), events));
  return begunBefore ? [begunBefore, ...others] : others;
}

function begun<Event extends DomainEvent>(
  streamId: string,
  [first]: readonly RecordedEvent<Event>[],
): LoggedStream<Event> {
  const [tenant, category = '', id = ''] = streamId.split('/');
  const subject = first?.subject ?? null;
  return { streamId, tenantId: tenant as TenantId, category, id, subject, version: 0, events: [] };
}

function longer<Event extends DomainEvent>(
  stream: LoggedStream<Event>,
  tail: readonly RecordedEvent<Event>[],
): LoggedStream<Event> {
  const version = tail.at(-1)?.streamVersion ?? stream.version;
  return { ...stream, version, events: [...stream.events, ...tail.map(({ event }) => event)] };
}

function categoryOf(streamId: string): string {
  return streamId.split('/')[1] ?? '';
}
