import { randomUUID } from 'node:crypto';
import { Module } from '@nestjs/common';
import { identityEvents } from '@svc/contracts/public-events';
import { TestBus } from '@svc/event-bus/test-bus';
import { organizationTenant, streamId, userSubject } from '@svc/kernel';
import { createSocketFolder } from '@svc/rpc';
import { systemIds } from '@svc/runtime';
import { DataKey, KeyRing, type SubjectKey } from '@svc/sealing';
import { noMetrics, silentLogger } from '@svc/telemetry';
import { samplesOf } from '@svc/testing';
import type { Platform } from '../platform.module.js';
import { startContext } from '../start-context.js';
import { SUBJECT_KEYS } from './subject-keys.module.js';

const folder = createSocketFolder(`erased-keys-${process.pid}`);
afterAll(() => folder.remove());

const tenantId = organizationTenant('demo');
const ada = userSubject(tenantId, '65f0c0ffee65f0c0ffee65f0');
const bob = userSubject(tenantId, '65f0c0ffee65f0c0ffee65f1');

/** A started context with a key ring, over a source from which keys can be removed. */
async function startWithKeys(bus: TestBus) {
  const asked: string[] = [];
  const destroyed = new Set<string>();
  const source = {
    keysOf: async (subjects: readonly string[]) => {
      asked.push(...subjects);
      const keyOf = (subject: string): SubjectKey =>
        destroyed.has(subject) ? 'erased' : new DataKey(randomUUID(), Buffer.alloc(32, 9));
      return new Map(subjects.map((subject) => [subject, keyOf(subject)]));
    },
  };
  // Its clock does not move: no key expires.
  const clock = { now: () => 7 };
  const ring = new KeyRing({ source, clock });
  @Module({ providers: [{ provide: SUBJECT_KEYS, useValue: ring }] })
  class SampleModule {}
  class Nothing {
    rebuild = () => Promise.reject(new Error('There are no read models'));
    execute = () => Promise.reject(new Error('There is no log'));
  }
  const context = await startContext({
    context: {
      name: 'sample',
      migrations: { schema: 'sample', folders: [] },
      services: [],
      readModels: Nothing,
      verifyLog: Nothing,
    },
    module: SampleModule,
    // No database is used here.
    platform: { clock, ids: systemIds, logger: silentLogger, metrics: noMetrics } as Platform,
    address: folder.address('sample'),
    bus,
  });
  return { ring, asked, destroyed, stop: () => context.stop(0) };
}

describe('the key ring of a context', () => {
  it.each(samplesOf(identityEvents.UserDeleted))(
    'given the deletion of a user, drops only their key, also a pinned one',
    async (sample) => {
      const bus = new TestBus();
      const { ring, asked, destroyed, stop } = await startWithKeys(bus);
      const keys = await ring.getAll([ada, bob]);
      ring.pin(ada, keys.get(ada) as SubjectKey);
      destroyed.add(ada);
      expect(await ring.get(ada)).toBe(keys.get(ada));

      await bus.publishSample(identityEvents.UserDeleted, {
        ...sample,
        tenantId,
        streamId: ada,
        subject: ada,
      });

      expect(await ring.get(ada)).toBe('erased');
      expect(await ring.get(bob)).toBe(keys.get(bob));
      expect(asked).toEqual([ada, bob, ada]);
      await stop();
    },
  );

  it.each(samplesOf(identityEvents.PersonErased))(
    'given a person of a workspace who is erased, drops only their key',
    async (sample) => {
      const bus = new TestBus();
      const { ring, destroyed, stop } = await startWithKeys(bus);
      const inWorkspace = 'ws:1b4e28ba-2fa1-4d2e-883f-0016d3cca427';
      const [patient, other] = [userSubject(inWorkspace, 'p1'), userSubject(inWorkspace, 'p2')];
      const keys = await ring.getAll([patient, other]);
      destroyed.add(patient);

      await bus.publishSample(identityEvents.PersonErased, {
        ...sample,
        tenantId: inWorkspace,
        streamId: streamId(inWorkspace, 'person', 'p1'),
        subject: patient,
      });

      expect(await ring.get(patient)).toBe('erased');
      expect(await ring.get(other)).toBe(keys.get(other));
      await stop();
    },
  );

  it('given other events of a user, keeps their key', async () => {
    const bus = new TestBus();
    const { ring, asked, stop } = await startWithKeys(bus);
    await ring.get(ada);
    const [sample] = samplesOf(identityEvents.UserRoleAssigned);
    await bus.publishSample(identityEvents.UserRoleAssigned, {
      ...sample,
      tenantId,
      streamId: ada,
      subject: ada,
    });
    await ring.get(ada);
    expect(asked).toEqual([ada]);
    await stop();
  });
});
