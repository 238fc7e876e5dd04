import type { IHeaders, Message } from 'kafkajs';
import { crc32c } from './crc32c.js';
import type { RecordWriter } from './record-writer.js';

export interface RecordBatch {
  readonly messages: readonly Message[];
  readonly producerId: bigint;
  readonly producerEpoch: number;
  readonly firstSequence: number;
  readonly isTransactional: boolean;
  /** Milliseconds since the Unix epoch: the time of all its messages. */
  readonly atMs: number;
}

const magic = 2;
const transactional = 16;
/** From the attributes on the checksum covers everything. */
const checksumAt = 17;
const attributesAt = 21;
const bytesBeforeLengthEnds = 12;

/** Kafka's format 2 of what is published to one partition at once, uncompressed, as kafkajs writes it. */
export function writeRecordBatch(writer: RecordWriter, batch: RecordBatch): void {
  const start = writer.length;
  const { messages, producerId, producerEpoch, firstSequence, isTransactional, atMs } = batch;
  writer.int64(0n); // first offset: the broker's to say
  writer.int32(0); // length, filled in below
  writer.int32(0); // epoch of the partition's leader: the broker's to say
  writer.int8(magic);
  writer.int32(0); // checksum, filled in below
  writer.int16(isTransactional ? transactional : 0);
  writer.int32(messages.length - 1);
  writer.int64(BigInt(atMs));
  writer.int64(BigInt(atMs));
  writer.int64(producerId);
  writer.int16(producerEpoch);
  writer.int32(firstSequence);
  writer.int32(messages.length);
  messages.forEach((message, index) => writeRecord(writer, message, index));
  writer.setInt32(writer.length - start - bytesBeforeLengthEnds, start + bytesBeforeLengthEnds - 4);
  writer.setInt32(crc32c(writer.bytes.subarray(start + attributesAt)) | 0, start + checksumAt);
}

function writeRecord(writer: RecordWriter, { key = null, value, headers }: Message, index: number): void {
  writer.withVarintLength(() => {
    writer.int8(0); // no attributes are in use
    writer.varint(0); // later than the batch by this
    writer.varint(index);
    writer.varintBytes(key);
    writer.varintBytes(value);
    writeHeaders(writer, headers);
  });
}

/** A name with several values is a header for each. */
function writeHeaders(writer: RecordWriter, headers: IHeaders = {}): void {
  const names = Object.keys(headers);
  const values = names.map((name) => headers[name]);
  const count = values.reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 1), 0);
  writer.varint(count);
  names.forEach((name, index) => {
    const value = values[index];
    for (const single of Array.isArray(value) ? value : [value]) {
      writer.headerName(name);
      writer.varintBytes(single ?? null);
    }
  });
}
