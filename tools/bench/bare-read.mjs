// The reference of a read: a bare Fastify route that returns a given number of bytes of JSON. Runs as a separate process:
// node bare-read.mjs <bytes>
import { fastify } from 'fastify';

const answer = JSON.stringify({ filler: 'x'.repeat(Math.max(0, Number(process.argv[2]) - 13)) });
const server = fastify();
server.get('/read', (_request, reply) => reply.type('application/json').send(answer));
await server.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ port: server.server.address().port });
