import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  eventBusMigrations,
  ForeignMessageError,
  PostgresEventBus,
  publicEventFromCloudEvent,
  type EventBus,
  type GroupOptions,
  type PublicEvent,
  type Subscriber,
} from '@svc/event-bus';
import {
  createLedger,
  createWorld,
  deposited,
  Ledger,
  ledgerSchema,
  openAccount,
  type Account,
  type World,
} from '@svc/event-bus/test-world';
import fc from 'fast-check';
import type { KafkaMessage } from 'kafkajs';
import { testKeysOf, testSigningKey } from '../../test/test-kafka.js';
import { EventSigner } from '../authenticity/event-proof.js';
import { EventVerifier } from '../authenticity/event-verifier.js';
import { outgoingMessage } from '../messages/kafka-message.js';
import { decodeBatch } from './decode-batch.js';
import { handleProven } from './group-member.js';

type Headers = Readonly<Record<string, string>>;

const place = { topic: 'svc.bank.events', partition: 0 };
const installation = '4f1c';
const signer = new EventSigner(installation, testSigningKey);

let world: World;
let ledger: Ledger;
let consumer: Subscriber;
/** Takes the records of a partition as a member of a group does. */
let take: (...records: readonly KafkaMessage[]) => Promise<void>;
/** Places of the records that were refused. */
const refused: string[] = [];
beforeAll(async () => {
  world = await createWorld({ schema: ledgerSchema, folders: [eventBusMigrations] });
  await world.test.database.pool.query(createLedger);
  ledger = new Ledger('hostile', world.test.database);
  let options: GroupOptions | undefined;
  const owners = new PostgresEventBus(world.logs);
  const bus: EventBus = {
    consume: async (given) => {
      options = given;
      return { stop: () => Promise.resolve() };
    },
    tail: () => Promise.reject(new Error('nobody asks for one')),
    readStream: (...asked) => owners.readStream(...asked),
  };
  consumer = await ledger.start(bus);
  const onForeign = (_error: unknown, { offset }: { offset: string }) => void refused.push(offset);
  const verifier = new EventVerifier({ installation, keysOf: testKeysOf });
  const handle = handleProven((...batch) => options?.handle(...batch) ?? Promise.resolve(), {
    verifier,
    onForeign,
  });
  take = async (...records) => {
    refused.length = 0;
    const decoded = decodeBatch('bank', place, records, onForeign);
    await handle(decoded, { signal: new AbortController().signal });
  };
});
afterAll(async () => {
  await consumer?.stop();
  await world?.test.drop();
});

async function published(account: Account): Promise<{ headers: Headers; body: Buffer }> {
  const [event] = await new PostgresEventBus(world.logs).readStream(
    { source: 'bank', streamId: account.streamId },
    0,
    1,
  );
  const { headers, value } = outgoingMessage(event as PublicEvent, place, signer);
  return { headers, body: value };
}

function record(headers: Headers, body: Buffer | null, offset: number): KafkaMessage {
  return { headers: { ...headers }, value: body, offset: String(offset) } as unknown as KafkaMessage;
}

const headerNames = [
  ...['ce_id', 'ce_source', 'ce_type', 'ce_subject', 'ce_time', 'ce_tenant', 'ce_recordof'],
  ...['ce_streamversion', 'ce_hash', 'ce_previousversion', 'ce_previoushash', 'ce_schemaversion'],
  ...['ce_metadata', 'ce_installation', 'ce_keyid', 'ce_signature'],
] as const;
const rubbish = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '{not json',
    '{}',
    'null',
    '[1]',
    '0',
    '-1',
    '999999999',
  ),
  fc.constantFrom(
    '2147483648',
    '1e9',
    'a'.repeat(600),
    'ä'.repeat(3_000),
    '1969-01-01T00:00:00Z',
    'f'.repeat(64),
  ),
);
const change = fc.oneof(
  fc.record({ header: fc.constantFrom(...headerNames), value: fc.option(rubbish, { nil: undefined }) }),
  fc.record({ body: fc.option(rubbish, { nil: undefined }) }),
);

function changed(
  { headers, body }: { headers: Headers; body: Buffer },
  how: typeof change extends fc.Arbitrary<infer Change> ? Change : never,
) {
  if ('body' in how) return { headers, body: how.body === undefined ? null : Buffer.from(how.body) };
  const { [how.header]: _former, ...others } = headers;
  return { headers: how.value === undefined ? others : { ...others, [how.header]: how.value }, body };
}

/** Signed by the owner as it is now, if it can be read at all. */
function signedAgain({ headers, body }: { headers: Headers; body: Buffer | null }): Headers {
  try {
    const event = publicEventFromCloudEvent({ headers, body: body ?? Buffer.alloc(0) });
    return { ...headers, ...signer.headersFor(event) };
  } catch (error) {
    if (error instanceof ForeignMessageError) return headers;
    throw error;
  }
}

it('given a message that was changed on its way, then it has no effect, and what comes with it and behind it is handled', async () => {
  await fc.assert(
    fc.asyncProperty(change, async (how) => {
      const [victim, other] = [openAccount(world), openAccount(world)];
      await victim.append(deposited(1));
      await other.append(deposited(2));
      const genuine = await published(victim);
      const { headers, body } = changed(genuine, how);
      // In any order.
      const isSame = isDeepStrictEqual([headers, body], [genuine.headers, genuine.body]);
      const { headers: otherHeaders, body: otherBody } = await published(other);

      await take(record(headers, body, 0), record(otherHeaders, otherBody, 1));

      expect(refused).toEqual(isSame ? [] : ['0']);
      expect(await ledger.linesOf(victim)).toEqual(isSame ? ['1'] : []);
      expect(await ledger.linesOf(other)).toEqual(['2']);
      await take(record(genuine.headers, genuine.body, 2));
      expect(await ledger.linesOf(victim)).toEqual(['1']);
    }),
    { numRuns: 80 },
  );
});

it('given an event that its owner has published wrongly, then at most its own stream waits, whatever is wrong', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const [victim, other] = [openAccount(world), openAccount(world)];
      await victim.append(deposited(1));
      await other.append(deposited(2));
      let wrong: { headers: Headers; body: Buffer | null } = await published(victim);
      for (const how of changes)
        wrong = changed({ headers: wrong.headers, body: wrong.body ?? Buffer.alloc(0) }, how);
      const { headers: otherHeaders, body: otherBody } = await published(other);

      await take(record(signedAgain(wrong), wrong.body, 0), record(otherHeaders, otherBody, 1));

      expect(await ledger.linesOf(other)).toEqual(['2']);
      expect(await ledger.parked(other)).toEqual([]);
    }),
    { numRuns: 80 },
  );
});
