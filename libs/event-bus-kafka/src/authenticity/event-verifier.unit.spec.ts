import { expect, it } from '@jest/globals';
import { DomainError } from '@svc/errors';
import type { PublicEvent } from '@svc/event-bus';
import { samplePublicEvent } from '@svc/event-bus/test-world';
import { linkHash } from '@svc/event-store';
import { EventSigner, eventProofOf, type EventProof } from './event-proof.js';
import { EventVerifier, type ProvenEvent } from './event-verifier.js';
import { signingKeyOf, type SigningKey } from './signing-key.js';

const installation = '4f1c';
const ownersKey = signingKeyOf(Buffer.alloc(32, 1));
const consumersKey = signingKeyOf(Buffer.alloc(32, 2));
const event = samplePublicEvent();

function proofOf(signed: PublicEvent, key: SigningKey = ownersKey, of = installation): EventProof {
  return eventProofOf(new EventSigner(of, key).headersFor(signed));
}

/** A consumer's verifier, with the owner's answers to it; the last one is repeated. */
function verifier(...answers: readonly (readonly SigningKey[] | 'away')[]) {
  const asked: string[] = [];
  const made = new EventVerifier({
    installation,
    keysOf: async (source) => {
      const answer = answers[asked.push(source) - 1] ?? answers.at(-1) ?? [];
      if (answer === 'away') throw new DomainError('service_unavailable', 'Away.');
      return answer.map(({ publicKey }) => publicKey);
    },
  });
  const refusals: string[] = [];
  const proven = (...batch: readonly ProvenEvent[]) =>
    made.proven(batch, ({ message }) => void refusals.push(message));
  return { proven, refusals, asked };
}

it('given what its owner has signed, then it is taken, and the owner is asked for its keys once', async () => {
  const { proven, refusals, asked } = verifier([ownersKey]);
  const batch = [1, 2, 3].map((n) => samplePublicEvent({ streamId: `org:demo/account/${n}` }));
  const signed = batch.map((one) => ({ event: one, proof: proofOf(one) }));

  expect(await proven(...signed)).toEqual(signed);
  expect(await proven(...signed)).toEqual(signed);
  expect([refusals, asked]).toEqual([[], ['bank']]);
});

it.each(
  Object.entries({
    tenantId: 'org:other',
    streamId: 'org:demo/account/other',
    subject: null,
    streamVersion: 4,
    hash: Buffer.alloc(32, 9),
    previousVersion: 0,
    previousHash: Buffer.alloc(32, 9),
    eventId: '01933b1e-0000-7000-8000-000000000009',
    eventType: 'AccountOpened',
    schemaVersion: 2,
    occurredAtMs: 1,
    metadata: '{}',
    payload: '{"amount":4}',
  } satisfies Omit<PublicEvent, 'source'>),
)('given a change of %s, then it is refused, and the others of its batch are taken', async (field, value) => {
  const { proven, refusals } = verifier([ownersKey]);
  const genuine = { event, proof: proofOf(event) };
  const forged = { event: { ...event, [field]: value }, proof: proofOf(event) };

  expect(await proven(forged, genuine)).toEqual([genuine]);
  expect(refusals).toEqual(['bank has not signed it so.']);
});

it('given what another context has signed, even one that may consume it, then it is refused', async () => {
  const { proven, refusals } = verifier([ownersKey]);
  expect(await proven({ event, proof: proofOf(event, consumersKey) })).toEqual([]);
  const posing = { ...proofOf(event, consumersKey), keyId: ownersKey.id };
  expect(await proven({ event, proof: posing })).toEqual([]);
  expect(refusals).toEqual([
    'bank knows no such key: somebody else has signed it.',
    'bank has not signed it so.',
  ]);
});

it('given an event of another installation, then it is refused, and its owner is not asked', async () => {
  const { proven, refusals, asked } = verifier([ownersKey]);
  expect(await proven({ event, proof: proofOf(event, ownersKey, '77aa') })).toEqual([]);
  const relabelled = { ...proofOf(event, ownersKey, '77aa'), installation };
  expect(await proven({ event, proof: relabelled })).toEqual([]);
  expect(refusals).toEqual([
    'It is of another installation, and this is 4f1c.',
    'bank has not signed it so.',
  ]);
  expect(asked).toHaveLength(1);
});

it('given a key that is new, then its owner is asked again', async () => {
  const { proven, asked } = verifier([ownersKey], [ownersKey, consumersKey]);
  await proven({ event, proof: proofOf(event) });
  const signed = { event, proof: proofOf(event, consumersKey) };
  expect(await proven(signed)).toEqual([signed]);
  expect(asked).toHaveLength(2);
});

it('given an owner that can not be asked, then nothing is refused: the batch comes again', async () => {
  const { proven, refusals } = verifier('away', [ownersKey]);
  const signed = { event, proof: proofOf(event) };
  await expect(proven(signed)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(refusals).toEqual([]);
  expect(await proven(signed)).toEqual([signed]);
});

it('given an event behind a public one, then its hash must be that of its content', async () => {
  const { proven, refusals } = verifier([ownersKey]);
  const next = samplePublicEvent({ streamVersion: 2, previousVersion: 1 });
  const hash = linkHash(next.previousHash, { ...next, createdAt: next.occurredAtMs });
  const [right, wrong] = [{ ...next, hash }, next].map((one) => ({ event: one, proof: proofOf(one) }));
  if (!right || !wrong) throw new Error('there are two');

  expect(await proven(right, wrong)).toEqual([right]);
  expect(refusals).toEqual(['Its hash is not that of its content.']);
});
