import { isStorableText, type TenantId } from '@svc/kernel';
import type { PublicEvent } from './public-event.js';

/** A public event in the binary mode of CloudEvents 1.0: attributes as headers, the stored payload as body. */
export interface CloudEvent {
  /** Names with the prefix `ce_`, as in the Kafka binding, and `content-type`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A record on the bus that is not one of our public events. The error omits its content, which may be personal. */
export class ForeignMessageError extends Error {
  override readonly name = 'ForeignMessageError';

  constructor(header: string) {
    super(`The message has no usable ${header}.`);
  }
}

/** `subject` is the stream, in the sense of CloudEvents; the data subject is in `ce_recordof`. */
export function cloudEventOf(event: PublicEvent): CloudEvent {
  const { traceparent } = JSON.parse(event.metadata) as { readonly traceparent?: string };
  return {
    headers: {
      'content-type': 'application/json',
      ce_specversion: '1.0',
      ce_id: event.eventId,
      ce_source: `/svc/${event.source}`,
      ce_type: `svc.${event.source}.v1.${event.eventType}`,
      ce_subject: event.streamId,
      ce_time: new Date(event.occurredAtMs).toISOString(),
      ce_tenant: event.tenantId,
      ...(event.subject !== null && { ce_recordof: event.subject }),
      ce_streamversion: String(event.streamVersion),
      ce_hash: event.hash.toString('hex'),
      ce_previousversion: String(event.previousVersion),
      ce_previoushash: event.previousHash.toString('hex'),
      ce_schemaversion: String(event.schemaVersion),
      ce_metadata: event.metadata,
      ...(traceparent !== undefined && { ce_traceparent: traceparent }),
    },
    body: Buffer.from(event.payload),
  };
}

/** The bounds of an event's ids: what a consumer's tables take in their keys. */
const maxIdBytes = 512;

/** @throws ForeignMessageError also for values that no database of a consumer takes, such as a text with U+0000 */
export function publicEventFromCloudEvent({ headers, body }: CloudEvent): PublicEvent {
  const text = (name: string): string => {
    const value = headers[name];
    if (value === undefined || value === '' || !isStorableText(value)) throw new ForeignMessageError(name);
    return value;
  };
  const id = (name: string): string => {
    const value = text(name);
    if (Buffer.byteLength(value) > maxIdBytes) throw new ForeignMessageError(name);
    return value;
  };
  const matched = (name: string, pattern: RegExp): string => {
    const [, found] = pattern.exec(text(name)) ?? [];
    if (found === undefined) throw new ForeignMessageError(name);
    return found;
  };
  const number = (name: string) => Number(matched(name, /^(\d{1,9})$/));
  const hash = (name: string) => Buffer.from(matched(name, /^([0-9a-f]{64})$/), 'hex');
  const occurredAtMs = Date.parse(text('ce_time'));
  if (!(occurredAtMs >= 0)) throw new ForeignMessageError('ce_time');
  const payload = body.toString();
  if (!isStorableText(payload)) throw new ForeignMessageError('body');
  const source = matched('ce_source', /^\/svc\/([a-z][a-z0-9_]*)$/);
  return {
    source,
    tenantId: id('ce_tenant') as TenantId,
    streamId: id('ce_subject'),
    subject: headers['ce_recordof'] === undefined ? null : id('ce_recordof'),
    streamVersion: number('ce_streamversion'),
    hash: hash('ce_hash'),
    previousVersion: number('ce_previousversion'),
    previousHash: hash('ce_previoushash'),
    eventId: matched('ce_id', /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/),
    eventType: matched('ce_type', /^svc\.[a-z][a-z0-9_]*\.v1\.([A-Za-z][A-Za-z0-9]{0,99})$/),
    schemaVersion: number('ce_schemaversion'),
    occurredAtMs,
    metadata: text('ce_metadata'),
    payload,
  };
}
