import { createRequire } from 'node:module';
import type { Message } from 'kafkajs';
import { writeRecordBatch } from './record-batch.js';
import { RecordWriter } from './record-writer.js';

/** What kafkajs gives to the encoder of a request. */
export interface ProduceRequest {
  readonly acks: number;
  /** Milliseconds in which the replicas have to acknowledge. */
  readonly timeout: number;
  readonly compression?: number;
  readonly transactionalId?: string | null;
  readonly producerId?: Numeric;
  readonly producerEpoch?: number;
  readonly topicData: readonly {
    readonly topic: string;
    readonly partitions: readonly {
      readonly partition: number;
      readonly firstSequence?: number;
      readonly messages: readonly Message[];
    }[];
  }[];
}

/** A number, its digits, or a Long of kafkajs: each tells its digits. */
type Numeric = { toString(): string };

interface Encoded {
  readonly buf: Buffer;
  readonly buffer: Buffer;
}

interface Exchange {
  readonly request: { readonly encode: () => Promise<Encoded> };
  readonly response: object;
}

type Protocol = (args: ProduceRequest) => Exchange;

interface ProduceDefinition {
  protocol: (wanted: { readonly version: number }) => Protocol;
}

/** From this version on records have headers; up to 8, kafkajs writes up to 7, the bytes are the same. */
const firstWithHeaders = 3;
const usualBytesOfRecord = 1_024;
const anyProducer = -1n;

/**
 * kafkajs makes a buffer of 512 bytes for each header of each message and copies each message six times, which was two
 * thirds of what an event cost its relay. Requests to publish are written by us instead, into one buffer, with the same
 * bytes. What we never ask for (compression, times of messages) is left to kafkajs.
 */
export function writeProduceRequestsOurselves(): void {
  const definition = createRequire(import.meta.url)(
    'kafkajs/src/protocol/requests/produce',
  ) as ProduceDefinition;
  const { protocol } = definition;
  if (protocol.name === protocolOfOurs.name) return;
  definition.protocol = protocolOfOurs;

  function protocolOfOurs({ version }: { readonly version: number }): Protocol {
    const usual = protocol({ version });
    if (version < firstWithHeaders) return usual;
    return (args) => {
      const exchange = usual(args);
      if (!isOurs(args)) return exchange;
      return {
        ...exchange,
        request: { ...exchange.request, encode: async () => encodeProduceRequest(args) },
      };
    };
  }
}

function isOurs({ compression = 0, topicData }: ProduceRequest): boolean {
  return (
    compression === 0 &&
    topicData.every(({ partitions }) =>
      partitions.every(({ messages }) => messages.every(({ timestamp }) => timestamp === undefined)),
    )
  );
}

function encodeProduceRequest(args: ProduceRequest): Encoded {
  const { acks, timeout, transactionalId = null, topicData } = args;
  const { producerId = anyProducer, producerEpoch = 0 } = args;
  const count = topicData.flatMap(({ partitions }) => partitions.map(({ messages }) => messages.length));
  const writer = new RecordWriter(usualBytesOfRecord * count.reduce((sum, one) => sum + one, 1));
  writer.string(transactionalId);
  writer.int16(acks);
  writer.int32(timeout);
  writer.int32(topicData.length);
  const atMs = Date.now();
  for (const { topic, partitions } of topicData) {
    writer.string(topic);
    writer.int32(partitions.length);
    for (const { partition, messages, firstSequence = 0 } of partitions) {
      writer.int32(partition);
      const sizeAt = writer.length;
      writer.int32(0);
      writeRecordBatch(writer, {
        messages,
        producerId: BigInt(producerId.toString()),
        producerEpoch,
        firstSequence,
        isTransactional: Boolean(transactionalId),
        atMs,
      });
      writer.setInt32(writer.length - sizeAt - 4, sizeAt);
    }
  }
  return { buf: writer.bytes, buffer: writer.bytes };
}
