// The reference of the turn: a bare Fastify route that reads the same body, makes the same number of commits (two) over a
// pool, and answers as many bytes.
import { fastify } from 'fastify';
import pg from 'pg';

const payload = 'x'.repeat(1_000);
const answer = `${'x'.repeat(1_500)}\n`;

export async function serve(connectionString) {
  const pool = new pg.Pool({ connectionString, max: 30 }).on('error', () => {}); // the database stops first
  await pool.query(
    'CREATE TABLE IF NOT EXISTS bare (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payload text NOT NULL)',
  );
  const server = fastify();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const insert = () =>
    pool.query({ name: 'bare', text: 'INSERT INTO bare (payload) VALUES ($1)', values: [payload] });
  server.post('/turn', async (_request, reply) => {
    await insert();
    await insert();
    return reply.type('application/x-ndjson').send(answer);
  });
  return { url: `${await server.listen({ port: 0, host: '127.0.0.1' })}/turn` };
}
