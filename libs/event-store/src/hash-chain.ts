import { hash } from 'node:crypto';

/** What a link of the chain covers. */
export interface HashedEvent {
  readonly streamId: string;
  readonly streamVersion: number;
  readonly eventType: string;
  readonly schemaVersion: number;
  /** UUID in its textual form. */
  readonly eventId: string;
  /** Milliseconds since the Unix epoch, by the writer's clock. */
  readonly createdAt: number;
  /** The stored texts, byte for byte. */
  readonly metadata: string;
  readonly payload: string;
}

const hashBytes = 32;
const lengthBytes = 4;

/**
 * SHA-256 over the previous event's hash, then these fields, each behind its length in bytes (32 bits, big-endian):
 * stream id (UTF-8), stream version (32 bits, big-endian), type (UTF-8), schema version (32 bits, big-endian),
 * event id (16 bytes), time (64 bits, big-endian, milliseconds), metadata (UTF-8), payload (UTF-8).
 */
export function linkHash(previousHash: Buffer, event: HashedEvent): Buffer {
  const texts = [event.streamId, event.eventType, event.metadata, event.payload];
  const textBytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const bytes = Buffer.allocUnsafe(hashBytes + 8 * lengthBytes + 4 + 4 + 16 + 8 + textBytes);
  let end = previousHash.copy(bytes, 0);

  const text = (value: string): void => {
    const length = bytes.write(value, end + lengthBytes);
    bytes.writeUInt32BE(length, end);
    end += lengthBytes + length;
  };
  const uint32 = (value: number): void => {
    end = bytes.writeUInt32BE(4, end);
    end = bytes.writeUInt32BE(value, end);
  };

  text(event.streamId);
  uint32(event.streamVersion);
  text(event.eventType);
  uint32(event.schemaVersion);
  end = bytes.writeUInt32BE(16, end);
  end += bytes.write(event.eventId.replaceAll('-', ''), end, 'hex');
  end = bytes.writeUInt32BE(8, end);
  end = bytes.writeBigUInt64BE(BigInt(event.createdAt), end);
  text(event.metadata);
  text(event.payload);
  return hash('sha256', bytes, 'buffer');
}
