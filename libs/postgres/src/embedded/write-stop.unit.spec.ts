import { WriteStop } from './write-stop.js';

/** A disk and a server that do as they are told, and what was asked of them. */
function writeStop() {
  const log: string[] = [];
  const state = { isLow: false, isAmple: true, hasRoomForReserve: true, hasReserve: true, failures: 0 };
  const writes = new WriteStop({
    space: {
      isLow: () => Promise.resolve(state.isLow),
      isAmple: () => Promise.resolve(state.isAmple),
      layReserve: () => Promise.resolve((state.hasReserve = state.hasRoomForReserve)),
      giveUpReserve: () => {
        const { hasReserve } = state;
        state.hasReserve = false;
        log.push('reserve given up');
        return Promise.resolve(hasReserve);
      },
    },
    setReadOnly: async (isReadOnly) => {
      state.failures -= 1;
      if (state.failures >= 0) throw new Error('no room');
      log.push(isReadOnly ? 'read only' : 'writable');
    },
    onChange: (isStopped) => log.push(isStopped ? 'told: stopped' : 'told: goes on'),
  });
  return { writes, state, log };
}

describe('given a disk with space', () => {
  it('when it is looked at, then nothing happens', async () => {
    const { writes, log } = writeStop();
    await writes.look();
    expect(log).toEqual([]);
  });

  it('when little is left, then changes are refused, once, and the reserve is kept', async () => {
    const { writes, state, log } = writeStop();
    Object.assign(state, { isLow: true, isAmple: false });
    await writes.look();
    await writes.look();
    expect(log).toEqual(['read only', 'told: stopped']);
    expect(state.hasReserve).toBe(true);
  });

  it('when not even that can be noted on it, then the reserve makes room', async () => {
    const { writes, state, log } = writeStop();
    Object.assign(state, { isLow: true, failures: 1 });
    await writes.look();
    expect(log).toEqual(['reserve given up', 'read only', 'told: stopped']);
  });

  it('when the server can not be told, then it fails, and the next look tries again', async () => {
    const { writes, state, log } = writeStop();
    Object.assign(state, { isLow: true, failures: 2 });
    await expect(writes.look()).rejects.toThrow('no room');
    expect(writes.isStopped).toBe(false);
    await writes.look();
    expect(log).toEqual(['reserve given up', 'read only', 'told: stopped']);
  });
});

describe('given changes that are refused', () => {
  it('when there is a little more space than too little, then they stay so', async () => {
    const { writes, state, log } = writeStop();
    await writes.stop();
    Object.assign(state, { isLow: false, isAmple: false });
    await writes.look();
    expect(log).toEqual(['read only', 'told: stopped']);
  });

  it('when there is ample space, then they are taken again', async () => {
    const { writes, log } = writeStop();
    await writes.stop();
    await writes.look();
    expect(log).toEqual(['read only', 'told: stopped', 'writable', 'told: goes on']);
    expect(writes.isStopped).toBe(false);
  });

  it('when the disk seems empty and has no room for the reserve, as with a full quota, then they stay so', async () => {
    const { writes, state, log } = writeStop();
    await writes.stop();
    state.hasRoomForReserve = false;
    await writes.look();
    expect(writes.isStopped).toBe(true);
    expect(log).toEqual(['read only', 'told: stopped']);
  });
});
