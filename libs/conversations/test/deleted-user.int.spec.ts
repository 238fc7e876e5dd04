import { identityEvents } from '@svc/contracts/public-events';
import { TestBus } from '@svc/event-bus/test-bus';
import { callerOf } from './callers.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { noRemains, personalRemains } from './personal-remains.js';
import { all, begun, saying } from './turns.js';

const bus = new TestBus();
const subject = 'org:demo/user/ada';
const bobs = 'org:demo/user/bob';
let library: Library;
let host: Host;
beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1', { bus });
});
afterAll(() => library.close());

it('erases here whom identity has deleted, once the event comes, and nobody else', async () => {
  await all(host.client.interact(saying(await begun(host), 'I like novels')));
  await begun(host, { caller: callerOf('bob') });
  const ofBob = await personalRemains(library, bobs);
  expect(await personalRemains(library, subject)).not.toEqual(noRemains);

  library.peers.erased.add(subject);
  await bus.publish(identityEvents.UserDeleted, {
    tenantId: 'org:demo',
    streamId: 'org:demo/user/ada',
    subject,
    data: {},
  });

  expect(await personalRemains(library, subject)).toEqual(noRemains);
  expect(await personalRemains(library, bobs)).toEqual(ofBob);
  await bus.repeat();
  expect(await personalRemains(library, bobs)).toEqual(ofBob);
});
