import { StartupError } from '@svc/errors';
import { userSubject } from '@svc/kernel';
import { DataKeys, Erasures } from '@svc/privacy';
import { EraseSubject } from '../src/application/erase-subject.js';
import { codeOf, granted, startDemo, type Demo } from './demo.js';
import { identityOptions, KnownErasures, serveIdentity, testPlatform } from './identity-process.js';

/** A list that can be delayed or broken. */
class ErasuresUnderTest extends KnownErasures {
  isBroken = false;
  /** Called during an addition. */
  whileAdding: () => Promise<void> = () => Promise.resolve();

  override async add(subjects: readonly string[]): Promise<void> {
    await this.whileAdding();
    if (this.isBroken) throw new StartupError('The list is on a disk that is full.');
    await super.add(subjects);
  }
}

let demo: Demo;
let list: ErasuresUnderTest;
beforeEach(async () => {
  list = new ErasuresUnderTest();
  demo = await startDemo({ erasures: list });
});
afterEach(() => demo.stop());

const subjectOf = (userId: string) => userSubject('org:demo', userId);
const remove = (userId: string) => demo.identity.deleteUser({ caller: demo.owner, userId });
async function keyOf(userId: string): Promise<'held' | 'erased' | 'unknown'> {
  const { keys } = await demo.dataKeys.getKeys({ subjects: [subjectOf(userId)] });
  return keys[0] === undefined ? 'unknown' : keys[0].erased ? 'erased' : 'held';
}
/** The state after a crash between the commit and the list. */
async function destroyAlone(userId: string): Promise<void> {
  await demo.storage.database.query((await demo.replica()).get(DataKeys).destruction(subjectOf(userId)));
}
async function startAgain(): Promise<unknown> {
  const options = { ...identityOptions, erasures: list };
  const started = serveIdentity(testPlatform(demo.storage, demo.clock), options);
  return started.then(
    (context) => context.stop(0),
    (error: unknown) => error,
  );
}

describe('the list of erasures outside the database', () => {
  it('is written after the commit of a deletion and before its response', async () => {
    const { userId } = await demo.addUser();
    const seen: unknown[] = [];
    list.whileAdding = async () => void seen.push(await keyOf(userId));
    await remove(userId);
    expect(seen).toEqual(['erased']);
    expect(list.subjects).toEqual(new Set([subjectOf(userId)]));
  });

  it('has nobody whose deletion was refused', async () => {
    const { userId } = await demo.addUser();
    const caller = granted(demo.owner);
    expect(await codeOf(demo.identity.deleteUser({ caller, userId }))).toBe('permission_denied');
    expect(list.subjects.size).toBe(0);
  });

  it('given that it is not writable, then deletions get 503 until it is, and all deletions reach it in the end', async () => {
    const [first, second] = [await demo.addUser(), await demo.addUser()];
    list.isBroken = true;
    expect(await codeOf(remove(first.userId))).toBe('service_unavailable');
    expect(await keyOf(first.userId)).toBe('erased');
    expect(await codeOf(remove(second.userId))).toBe('service_unavailable');
    expect(await keyOf(second.userId)).toBe('held');
    expect(demo.logged.join('\n')).toContain('on a disk that is full');

    list.isBroken = false;
    expect(await codeOf(remove(first.userId))).toBe('not_found');
    await remove(second.userId);
    expect(list.subjects).toEqual(new Set([first, second].map(({ userId }) => subjectOf(userId))));
  });

  it('given a crash before an entry was written, then a start adds it', async () => {
    const users = [await demo.addUser(), await demo.addUser()];
    for (const { userId } of users) await destroyAlone(userId);
    expect(await startAgain()).toBeUndefined();
    expect(list.subjects).toEqual(new Set(users.map(({ userId }) => subjectOf(userId))));
  });

  it('given that it is not writable, then a start is refused', async () => {
    list.isBroken = true;
    expect(await startAgain()).toEqual(new StartupError('The list is on a disk that is full.'));
  });

  it('given an entry with a key that the database still holds, then a start is refused with instructions', async () => {
    const { userId } = await demo.addUser();
    await list.add([subjectOf(userId), subjectOf('unknown')]);
    const rejection = await startAgain();
    expect(rejection).toBeInstanceOf(StartupError);
    expect((rejection as Error).message).toMatch(
      /keys of 1 people who were erased.*privacy reapply, then start\.$/,
    );
    expect(await keyOf(userId)).toBe('held');
  });

  it('given replicas that erase at the same time, then one at a time writes it', async () => {
    let writers = 0;
    let most = 0;
    list.whileAdding = async () => {
      most = Math.max(most, ++writers);
      await demo.dataKeys.getKeys({ subjects: [] });
      writers -= 1;
    };
    const replicas = [await demo.replica(), await demo.replica(), await demo.replica()] as const;
    const writerOf = (number: number) => replicas[(number % 3) as 0 | 1 | 2].get(Erasures);
    const subjects = Array.from({ length: 30 }, (_, number) => `org:demo/caller/${number}`);
    await Promise.all(
      subjects.map((subject, number) => writerOf(number).recording(subject, () => Promise.resolve())),
    );
    expect(list.subjects).toEqual(new Set(subjects));
    expect(most).toBe(1);
  });
});

describe('erasing again what a restore has brought back', () => {
  const eraseAgain = async (subject: string) => (await demo.replica()).get(EraseSubject).execute({ subject });

  it('ends the user with their key, after which a start is possible', async () => {
    const { userId } = await demo.addUser();
    const other = await demo.addUser();
    await list.add([subjectOf(userId)]);
    await eraseAgain(subjectOf(userId));
    expect(await keyOf(userId)).toBe('erased');
    expect(await codeOf(remove(userId))).toBe('not_found');
    expect(await codeOf(demo.as(userId))).not.toBe('no failure');
    expect(await keyOf(other.userId)).toBe('held');
    expect(await startAgain()).toBeUndefined();
  });

  it('destroys the key of a subject that is no user', async () => {
    const subject = 'org:demo/caller/1';
    const ask = { subjects: [subject] };
    await demo.dataKeys.ensureKeys(ask);
    await eraseAgain(subject);
    expect((await demo.dataKeys.getKeys(ask)).keys).toEqual([expect.objectContaining({ erased: true })]);
  });

  it('does nothing the second time, nor for an unknown subject', async () => {
    const { userId } = await demo.addUser();
    await remove(userId);
    for (const subject of [subjectOf(userId), subjectOf(userId), subjectOf('unknown'), 'account/1'])
      await eraseAgain(subject);
    const { rows } = await demo.storage.database.pool.query(
      `SELECT count(*)::integer AS deletions FROM identity.event WHERE event_type = 'UserDeleted'`,
    );
    expect(rows).toEqual([{ deletions: 1 }]);
    expect(await keyOf('unknown')).toBe('unknown');
  });
});
