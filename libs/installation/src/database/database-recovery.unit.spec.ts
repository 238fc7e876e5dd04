import { DatabaseRecovery } from './database-recovery.js';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A recovery that records its steps; each fails as often as the test says. */
function recoveryThat(
  failing: { restart?: number; onReturned?: number } = {},
  isWorthWaiting: () => boolean = () => false,
) {
  const log: string[] = [];
  const left = { restart: 0, onReturned: 0, ...failing };
  const step = (name: 'restart' | 'onReturned') => async () => {
    log.push(name);
    left[name] -= 1;
    if (left[name] >= 0) throw new Error(`${name} failed`);
  };
  const recovery = new DatabaseRecovery({
    restart: step('restart'),
    onReturned: step('onReturned'),
    onLost: (error) => void log.push(`lost: ${(error as Error).message}`),
    isWorthWaiting,
    pause: async (ms) => void log.push(`pause ${ms}`),
  });
  return { recovery, log };
}

describe('a crashed database server', () => {
  it('when it comes back, then it serves only once the lost work is settled', async () => {
    const { recovery, log } = recoveryThat();
    expect(recovery.isServing).toBe(true);
    recovery.crashed();
    expect(recovery.isServing).toBe(false);
    await settled();
    expect(log).toEqual(['restart', 'onReturned']);
    expect(recovery.isServing).toBe(true);
  });

  it('when its start fails, then it is tried again', async () => {
    const { recovery, log } = recoveryThat({ restart: 2 });
    recovery.crashed();
    await settled();
    expect(log).toEqual(['restart', 'pause 500', 'restart', 'pause 1000', 'restart', 'onReturned']);
  });

  it('when it runs but does not respond yet, then it is tried again and not started twice', async () => {
    const { recovery, log } = recoveryThat({ onReturned: 1 });
    recovery.crashed();
    await settled();
    expect(log).toEqual(['restart', 'onReturned', 'pause 500', 'onReturned']);
  });

  it('when it crashes during recovery, then one recovery starts it again', async () => {
    const { recovery, log } = recoveryThat({ onReturned: 1 });
    recovery.crashed();
    await Promise.resolve();
    recovery.crashed();
    await settled();
    expect(log).toEqual(['restart', 'onReturned', 'pause 500', 'restart', 'onReturned']);
    expect(recovery.isServing).toBe(true);
  });

  it('when it crashes later, then it is started once more', async () => {
    const { recovery, log } = recoveryThat();
    recovery.crashed();
    await settled();
    recovery.crashed();
    await settled();
    expect(log).toEqual(['restart', 'onReturned', 'restart', 'onReturned']);
  });

  it('when it does not come back, then recovery gives up once, and it does not serve', async () => {
    const { recovery, log } = recoveryThat({ restart: Infinity });
    recovery.crashed();
    await settled();
    recovery.crashed();
    await settled();
    expect(log.filter((line) => line === 'restart')).toHaveLength(6);
    expect(log.filter((line) => line.startsWith('lost'))).toEqual(['lost: restart failed']);
    expect(recovery.isServing).toBe(false);
  });

  it("when it waits for a person's action, then recovery does not give up", async () => {
    const { recovery, log } = recoveryThat({ restart: 100 }, () => true);
    recovery.crashed();
    await settled();
    expect(log).toHaveLength(202);
    expect(log.slice(-4)).toEqual(['restart', 'pause 1000', 'restart', 'onReturned']);
    expect(recovery.isServing).toBe(true);
  });

  it('when the lost work can be settled only later, then that is done without another start', async () => {
    const { recovery, log } = recoveryThat();
    recovery.crashed();
    await settled();
    recovery.settleAgain();
    expect(recovery.isServing).toBe(false);
    await settled();
    expect(log).toEqual(['restart', 'onReturned', 'onReturned']);
    expect(recovery.isServing).toBe(true);
  });

  it('when everything stops, then it is not restarted', async () => {
    const { recovery, log } = recoveryThat();
    await recovery.end();
    recovery.crashed();
    await settled();
    expect(log).toEqual([]);
  });
});
