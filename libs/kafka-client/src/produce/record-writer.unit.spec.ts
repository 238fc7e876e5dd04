import { RecordWriter } from './record-writer.js';

/** Every kind of write, each several times. */
function written(size: number): Buffer {
  const writer = new RecordWriter(size);
  for (let round = 0; round < 4; round += 1) {
    writer.int8(-round);
    writer.int16(round * 1_000);
    writer.int32(-round * 1_000_000);
    writer.int64(2n ** 62n + BigInt(round));
    writer.string(`topic ${round} ä`);
    writer.string(null);
    writer.varint(round * 100_000);
    writer.withVarintLength(() => {
      writer.headerName(`name ${round}`);
      writer.varintBytes('日本'.repeat(round * 9));
      writer.varintBytes(Buffer.alloc(round * 21, round));
      writer.varintBytes(null);
    });
  }
  return Buffer.from(writer.bytes);
}

it('given a buffer that becomes too small at any place, then what is written is the same', () => {
  const whole = written(10_000);
  for (let size = 1; size <= whole.length; size += 1)
    expect({ size, bytes: written(size).equals(whole) }).toEqual({ size, bytes: true });
});
