import { samplePublicEvent } from '../../test/sample-event.js';
import { DeliveredVersions } from './delivered-versions.js';

const event = (streamId: string, streamVersion: number) => samplePublicEvent({ streamId, streamVersion });
const versions = (batch: readonly { readonly streamId: string; readonly streamVersion: number }[]) =>
  batch.map(({ streamId, streamVersion }) => `${streamId}${streamVersion}`);

describe('an event that a tail has shown', () => {
  it('is dropped when it comes again, also behind newer ones and within a batch', () => {
    const delivered = new DeliveredVersions();
    delivered.add(delivered.unseen([event('a', 1), event('b', 1), event('a', 3)]));
    const batch = [event('a', 1), event('a', 3), event('a', 4), event('b', 2), event('a', 4)];
    expect(versions(delivered.unseen(batch))).toEqual(['a4', 'b2']);
  });

  it('comes again until it is accepted', () => {
    const delivered = new DeliveredVersions();
    expect(delivered.unseen([event('a', 1)])).toHaveLength(1);
    expect(delivered.unseen([event('a', 1)])).toHaveLength(1);
  });

  it('is kept separately for each context that owns a stream', () => {
    const delivered = new DeliveredVersions();
    delivered.add([event('a', 1)]);
    expect(delivered.unseen([{ ...event('a', 1), source: 'shop' }])).toHaveLength(1);
  });

  it('is forgotten for the stream that was shown longest ago, when there are too many', () => {
    const delivered = new DeliveredVersions(2);
    delivered.add([event('a', 1), event('b', 1)]);
    delivered.add([event('a', 2), event('c', 1)]);
    expect(versions(delivered.unseen([event('a', 2), event('b', 1), event('c', 1)]))).toEqual(['b1']);
  });
});
