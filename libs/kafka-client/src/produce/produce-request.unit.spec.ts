import { createRequire } from 'node:module';
import { expect, it, jest } from '@jest/globals';
import { crc32c } from './crc32c.js';
import { writeProduceRequestsOurselves, type ProduceRequest } from './produce-request.js';

type Encode = (args: ProduceRequest) => {
  readonly request: { readonly encode: () => Promise<{ readonly buffer: Buffer }> };
};

const definition = createRequire(import.meta.url)('kafkajs/src/protocol/requests/produce') as {
  readonly versions: readonly string[];
  readonly protocol: (wanted: { readonly version: number }) => Encode;
};
const protocolOfKafkajs = definition.protocol;
writeProduceRequestsOurselves();

const sequence = (length: number) => Array.from({ length }, (_, index) => index);
const one = { key: 'k', value: Buffer.from('v'), headers: { name: 'value' } };

const messageSets: Record<string, ProduceRequest['topicData']> = {
  'one message': [{ topic: 't', partitions: [{ partition: 0, messages: [one] }] }],
  'messages of several topics and partitions': [
    {
      topic: 'a',
      partitions: sequence(7).map((partition) => ({
        partition,
        firstSequence: 70 + partition,
        messages: [one],
      })),
    },
    { topic: 'ä', partitions: [{ partition: 2, messages: [one, one] }] },
  ],
  'texts of all lengths and scripts, nothing, bytes, and several values of a name': [
    {
      topic: 't',
      partitions: [
        {
          partition: 1,
          firstSequence: 2_147_483_000,
          messages: sequence(300).map((length) => ({
            key: length % 3 === 0 ? null : 'ключ'.repeat(length),
            value: length % 5 === 0 ? null : Buffer.alloc(length * 97, length),
            headers: {
              ce_id: 'x'.repeat(length),
              'content-type': Buffer.from('日本'.repeat(length)),
              twice: ['one', Buffer.from('two')],
              [`name ${length} é`]: '',
            },
          })),
        },
      ],
    },
  ],
  'a message without key and headers': [
    { topic: 't', partitions: [{ partition: 0, messages: [{ value: 'text' }] }] },
  ],
};

const request = { acks: -1, timeout: 30_000, producerId: '4611686018427387904', producerEpoch: 7 };

it.each(
  Object.entries(messageSets).flatMap(([what, topicData]) =>
    definition.versions
      .filter((version) => Number(version) >= 3)
      .map((version) => ({ what, version, topicData })),
  ),
)('given $what in version $version, then the bytes are those of kafkajs', async ({ version, topicData }) => {
  jest.spyOn(Date, 'now').mockReturnValue(1_790_000_000_123);
  for (const args of [
    { ...request, topicData },
    { ...request, producerId: undefined, transactionalId: 'transaction', acks: 1, topicData },
  ]) {
    const [ours, theirs] = [definition.protocol, protocolOfKafkajs].map((protocol) =>
      protocol({ version: Number(version) })(args as ProduceRequest).request.encode(),
    );
    expect((await ours)?.buffer.equals((await theirs)?.buffer ?? Buffer.alloc(0))).toBe(true);
  }
});

it('given what we never ask for, then kafkajs writes it', async () => {
  const topicData = [
    { topic: 't', partitions: [{ partition: 0, messages: [{ ...one, timestamp: '1790000000000' }] }] },
  ];
  const encoded = (protocol: typeof protocolOfKafkajs) =>
    protocol({ version: 7 })({ ...request, topicData }).request.encode();
  expect((await encoded(definition.protocol)).buffer).toEqual((await encoded(protocolOfKafkajs)).buffer);
  const compressed = { ...request, compression: 1, topicData: messageSets['one message'] ?? [] };
  const [ours, theirs] = [definition.protocol, protocolOfKafkajs].map((protocol) =>
    protocol({ version: 7 })(compressed).request.encode(),
  );
  expect((await ours)?.buffer.length).toBe((await theirs)?.buffer.length);
});

it('has the checksums that the standard gives as examples', () => {
  // RFC 3720, appendix B.4.
  expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
  expect(crc32c(Buffer.alloc(32))).toBe(0x8a9136aa);
  expect(crc32c(Buffer.alloc(32, 0xff))).toBe(0x62a8ab43);
  expect(crc32c(Buffer.from(sequence(32)))).toBe(0x46dd794e);
});
