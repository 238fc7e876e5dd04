import { samplePublicEvent } from '../../test/sample-event.js';
import { ShownVersions } from './shown-versions.js';

const event = (streamId: string, streamVersion: number) => samplePublicEvent({ streamId, streamVersion });
const versions = (batch: readonly { readonly streamId: string; readonly streamVersion: number }[]) =>
  batch.map(({ streamId, streamVersion }) => `${streamId}${streamVersion}`);

describe('what a tail has shown', () => {
  it('is dropped when it comes again, also behind newer ones and within a batch', () => {
    const shown = new ShownVersions();
    shown.add(shown.unseen([event('a', 1), event('b', 1), event('a', 3)]));
    const batch = [event('a', 1), event('a', 3), event('a', 4), event('b', 2), event('a', 4)];
    expect(versions(shown.unseen(batch))).toEqual(['a4', 'b2']);
  });

  it('comes again as long as it was not taken', () => {
    const shown = new ShownVersions();
    expect(shown.unseen([event('a', 1)])).toHaveLength(1);
    expect(shown.unseen([event('a', 1)])).toHaveLength(1);
  });

  it('is told apart by the context that owns the stream', () => {
    const shown = new ShownVersions();
    shown.add([event('a', 1)]);
    expect(shown.unseen([{ ...event('a', 1), source: 'shop' }])).toHaveLength(1);
  });

  it('is forgotten of the stream that was shown longest ago, when there are too many', () => {
    const shown = new ShownVersions(2);
    shown.add([event('a', 1), event('b', 1)]);
    shown.add([event('a', 2), event('c', 1)]);
    expect(versions(shown.unseen([event('a', 2), event('b', 1), event('c', 1)]))).toEqual(['b1']);
  });
});
