import { Test } from '@nestjs/testing';
import { DataKeyServiceService, type SubjectKey } from '@svc/contracts/identity';
import { DomainError, type ErrorCode } from '@svc/errors';
import { createSocketFolder, service, startRpcServer } from '@svc/rpc';
import { createSystemIds, systemClock } from '@svc/runtime';
import { DataKey, MissingKeyError, type KeyRing } from '@svc/sealing';
import { noMetrics, silentLogger } from '@svc/telemetry';
import { PlatformModule, type Platform } from '../platform.module.js';
import { SUBJECT_KEYS, SubjectKeysModule } from './subject-keys.module.js';

const secret = Buffer.alloc(32, 9);
const answers: Readonly<Record<string, Omit<SubjectKey, 'subject'>>> = {
  ada: { key: { id: '0190f3a0-1111-7222-8333-444455556666', secret }, erased: false },
  bob: { erased: true },
  odd: { erased: false },
};

const folder = createSocketFolder(`subject-keys-${process.pid}`);
const asked: string[][] = [];
let rejection: ErrorCode | undefined;
let server: Awaited<ReturnType<typeof startRpcServer>>;
let end = async (): Promise<void> => undefined;
let ring: KeyRing;

beforeAll(async () => {
  const identity = service(DataKeyServiceService, {
    getKeys: async ({ subjects }) => {
      asked.push(subjects);
      if (rejection) throw new DomainError(rejection, 'No.');
      return { keys: subjects.flatMap((subject) => ({ subject, ...answers[subject] })).filter(isAnswer) };
    },
    ensureKeys: async () => ({ keys: [] }),
  });
  server = await startRpcServer({
    address: folder.address('identity'),
    services: [identity],
    logger: silentLogger,
  });
});
afterAll(async () => {
  await server.stop(0);
  folder.remove();
});
beforeEach(async () => {
  asked.length = 0;
  rejection = undefined;
  const platform = {
    clock: systemClock,
    ids: createSystemIds(systemClock),
    logger: silentLogger,
    metrics: noMetrics,
  };
  const imports = [
    // No database is used here.
    PlatformModule.of(platform as Platform),
    SubjectKeysModule.register({ address: server.address }),
  ];
  const application = await Test.createTestingModule({ imports }).compile();
  end = () => application.close();
  ring = application.get<KeyRing>(SUBJECT_KEYS);
});
afterEach(() => end());

const isAnswer = (answer: Partial<SubjectKey>): answer is SubjectKey => answer.erased !== undefined;
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the key ring of a context', () => {
  it('batches concurrent lookups into one request, and distinguishes a key from a destroyed one', async () => {
    const [keys, bob] = await Promise.all([ring.getAll(['ada', 'bob']), ring.get('bob')]);
    expect(asked).toEqual([['ada', 'bob']]);
    const ada = keys.get('ada') as DataKey;
    expect(ada.hash('model-call', 'words')).toBe(new DataKey(ada.id, secret).hash('model-call', 'words'));
    expect([keys.get('bob'), bob]).toEqual(['erased', 'erased']);
  });

  it('given a subject without a key, says so', async () => {
    expect(await failureOf(ring.get('nobody'))).toBeInstanceOf(MissingKeyError);
  });

  it('given a response with neither, throws an error and never takes the key for erased', async () => {
    expect(String(await failureOf(ring.get('odd')))).toMatch('neither the key nor');
  });

  it('given an overloaded identity, passes its error on', async () => {
    rejection = 'service_unavailable';
    expect(await failureOf(ring.get('ada'))).toMatchObject({ code: 'service_unavailable' });
  });

  it('given an identity that rejects this service, then its caller is not rejected', async () => {
    rejection = 'permission_denied';
    const error = await failureOf(ring.get('ada'));
    expect(error).not.toBeInstanceOf(DomainError);
    expect(String(error)).toMatch('gives no keys to this service');
  });
});
