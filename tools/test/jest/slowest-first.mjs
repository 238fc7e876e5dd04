import Sequencer from '@jest/test-sequencer';

const slowestTier = ['e2e', 'browser', 'int', 'unit'];

/** The slowest files first, so that no core waits at the end: by tier, then by size as Jest itself does. */
export default class SlowestFirst extends Sequencer {
  sort(tests) {
    const tierOf = ({ context }) => slowestTier.indexOf(context.config.displayName.name);
    return super.sort(tests).sort((one, other) => tierOf(one) - tierOf(other));
  }
}
