// A service definition of the form that ts-proto generates: messages of about the size of what contexts ask each other.
import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';

const string = 2;
const field = (number, type) => (number << 3) | type;

/** @param fields number -> [key, 'string' | 'bytes' | 'int64' | 'int32'] */
function message(fields) {
  const written = Object.entries(fields).map(([number, [key, type]]) => [Number(number), key, type]);
  const isLong = (type) => type === 'string' || type === 'bytes';
  return {
    serialize: (value) => {
      const writer = new BinaryWriter();
      for (const [number, key, type] of written)
        writer.uint32(field(number, isLong(type) ? string : 0))[type](value[key]);
      return Buffer.from(writer.finish());
    },
    deserialize: (bytes) => {
      const reader = new BinaryReader(bytes);
      const value = {};
      while (reader.pos < reader.len) {
        const [key, type] = fields[reader.uint32() >>> 3];
        value[key] = type === 'int64' ? Number(reader.int64()) : reader[type]();
      }
      return value;
    },
  };
}

const question = message({ 1: ['id', 'string'] });
const thing = message({ 1: ['id', 'string'], 2: ['text', 'string'], 3: ['createdAtMs', 'int64'] });
const range = message({ 1: ['count', 'int32'], 2: ['bytes', 'int32'] });
const change = message({ 1: ['index', 'int32'], 2: ['payload', 'bytes'] });

const method = (name, request, response, responseStream) => ({
  path: `/svc.bench.v1.ThingService/${name}`,
  requestStream: false,
  responseStream,
  requestSerialize: request.serialize,
  requestDeserialize: request.deserialize,
  responseSerialize: response.serialize,
  responseDeserialize: response.deserialize,
});

export const ThingService = {
  getThing: method('GetThing', question, thing, false),
  watchThings: method('WatchThings', range, change, true),
};

export const getThing = async ({ id }) => ({
  id,
  text: 'hello world '.repeat(8),
  createdAtMs: 1_700_000_000_000,
});

export async function* watchThings({ count, bytes }, { signal }) {
  for (let index = 0; index < count && !signal.aborted; index++)
    yield { index, payload: Buffer.alloc(bytes, index) };
}
