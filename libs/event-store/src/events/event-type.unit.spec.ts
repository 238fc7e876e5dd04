import { describe, expect, it } from '@jest/globals';
import { eventType } from './event-type.js';

/** As ts-proto generates it. */
interface RenamedMessage {
  name: string;
  reason?: string | undefined;
}
const codec = {
  toJSON: ({ name, reason }: RenamedMessage): unknown => ({ name, ...(reason !== undefined && { reason }) }),
  fromJSON: (json: unknown): RenamedMessage => json as RenamedMessage,
};
interface Renamed {
  readonly name: string;
  readonly reason: string | null;
}

const renamed = eventType<Renamed, RenamedMessage>({
  codec,
  toProto: ({ name, reason }) => ({ name, reason: reason ?? undefined }),
  fromProto: ({ name, reason }) => ({ name, reason: reason ?? null }),
  visibility: 'public',
});

describe('an event type', () => {
  it('stores the JSON of its message, in schema version 1 unless it says otherwise', () => {
    expect(renamed.schemaVersion).toBe(1);
    expect(renamed.message.toJSON({ name: 'a', reason: null })).toEqual({ name: 'a' });
    expect(renamed.message.fromJSON({ name: 'a', reason: 'b' })).toEqual({ name: 'a', reason: 'b' });
  });

  it('does not compile when an optional field is forgotten, in either direction', () => {
    eventType<Renamed, RenamedMessage>({
      codec,
      // @ts-expect-error: the message has a reason
      toProto: ({ name }) => ({ name }),
      // @ts-expect-error: so has the data
      fromProto: ({ name }) => ({ name }),
      visibility: 'public',
    });
  });
});
