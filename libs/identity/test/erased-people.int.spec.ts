import { randomUUID } from 'node:crypto';
import { StartupError } from '@svc/errors';
import { userSubject, workspaceTenant, type TenantId } from '@svc/kernel';
import { confirmingContexts, listOpenErasures } from '@svc/privacy';
import { EraseSubject } from '../src/application/erase-subject.js';
import { IdentityStore } from '../src/adapters/identity-store.js';
import { codeOf, startDemo, type Demo } from './demo.js';
import { KnownErasures } from './identity-process.js';
import { createdWorkspace, inWorkspace, newWorkspace } from './workspaces.js';

class ErasuresUnderTest extends KnownErasures {
  isBroken = false;

  override async add(subjects: readonly string[]): Promise<void> {
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

/** A person of a new workspace, with a key, and its owner as a caller. */
async function person() {
  const caller = inWorkspace(await createdWorkspace(demo, newWorkspace(demo.owner)), demo.owner);
  const personId = randomUUID();
  const subject = userSubject(caller.tenantId as TenantId, personId);
  await demo.dataKeys.ensureKeys({ subjects: [subject] });
  return { caller, personId, subject, workspaceId: caller.tenantId.slice('ws:'.length) };
}
async function isErased(subject: string): Promise<boolean> {
  return (await demo.dataKeys.getKeys({ subjects: [subject] })).keys[0]?.erased === true;
}
async function eventsOf(caller: { readonly tenantId: string }, personId: string) {
  const store = (await demo.replica()).get(IdentityStore);
  const stream = `${caller.tenantId}/person/${personId}`;
  const events = await store.readStream(demo.storage.database, stream);
  return events.map(({ event, metadata, subject }) => [event.type, metadata.actor, subject]);
}

describe('a person of a workspace', () => {
  it('when they are erased, then their key is gone, every context is told and waited for, and the list has them', async () => {
    const { caller, personId, subject } = await person();
    await demo.people.erasePerson({ caller, personId });
    expect(await isErased(subject)).toBe(true);
    expect(list.subjects).toEqual(new Set([subject]));
    const open = await listOpenErasures(demo.storage.database);
    expect(open.map(({ subject: of, context }) => [of, context])).toEqual(
      confirmingContexts.map((context) => [subject, context]),
    );
    await demo.people.erasePerson({ caller, personId });
    expect(await eventsOf(caller, personId)).toEqual([
      ['PersonErased', `user:${demo.owner.userId}`, subject],
    ]);
  });

  it('given a caller without Entity.delete, or of another workspace, then they stay', async () => {
    const { caller, personId, subject } = await person();
    const others = caller.permissions.filter((name) => name !== 'Entity.delete');
    const denied = demo.people.erasePerson({ caller: { ...caller, permissions: others }, personId });
    expect(await codeOf(denied)).toBe('permission_denied');
    await demo.people.erasePerson({ caller: (await person()).caller, personId });
    expect(await isErased(subject)).toBe(false);
  });

  it('given that the list is not writable, then it is 503 until it is', async () => {
    const { caller, personId, subject } = await person();
    list.isBroken = true;
    expect(await codeOf(demo.people.erasePerson({ caller, personId }))).toBe('service_unavailable');
    list.isBroken = false;
    await demo.people.erasePerson({ caller, personId });
    expect(list.subjects).toEqual(new Set([subject]));
  });

  it('can be erased by the installer, who is told when there is none', async () => {
    const { caller, personId, subject, workspaceId } = await person();
    const erase = (id: string) => demo.admin.eraseWorkspacePerson({ workspaceId, personId: id });
    for (const unknown of [randomUUID(), 'nobody', ''])
      expect(await codeOf(erase(unknown))).toBe('not_found');
    await erase(personId.toUpperCase());
    expect(await isErased(subject)).toBe(true);
    expect(await eventsOf(caller, personId)).toEqual([['PersonErased', 'installer', subject]]);
  });

  it('is erased again after a restore from a backup', async () => {
    const { caller, personId, subject } = await person();
    expect(workspaceTenant(caller.tenantId.slice('ws:'.length))).toBe(caller.tenantId);
    const eraseAgain = (await demo.replica()).get(EraseSubject);
    await eraseAgain.execute({ subject });
    await eraseAgain.execute({ subject });
    expect(await isErased(subject)).toBe(true);
    expect(await eventsOf(caller, personId)).toEqual([['PersonErased', 'installer', subject]]);
  });
});
