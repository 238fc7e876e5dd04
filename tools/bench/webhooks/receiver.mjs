// A receiver in a separate process: returns 204 to everything, and records when the first byte of each request came.
// On any message it returns the count since the last one, and how long each took from its event, in ms.
import { createServer } from 'node:http';

const keys = new Set();
let delays = [];
const now = () => performance.timeOrigin + performance.now();

const server = createServer((request, response) => {
  const cameAt = now();
  const pieces = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    const { conversation_id: id, idempotent_key: key } = JSON.parse(Buffer.concat(pieces));
    keys.add(key);
    // The id of a conversation is the time of its event.
    delays.push(cameAt - Number(id));
    response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', () => {
  process.send({ different: keys.size, delays });
  keys.clear();
  delays = [];
});
