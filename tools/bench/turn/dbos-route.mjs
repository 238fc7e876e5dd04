// The same work by DBOS behind Fastify: a form in, the token checked, a workflow of two steps, lines of JSON out.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import multipart from '@fastify/multipart';
import { fastify } from 'fastify';
import { generateKeyPair, jwtVerify, SignJWT } from 'jose';

/** Into a temporary folder: it is no dependency. */
export function installDbos(folder) {
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', '@dbos-inc/dbos-sdk'];
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

export async function serve(connectionString, packages) {
  const { resolve } = createRequire(path.join(packages, 'package.json'));
  const { DBOS } = await import(pathToFileURL(resolve('@dbos-inc/dbos-sdk')).href);
  const { publicKey, privateKey } = await generateKeyPair('EdDSA');
  const token = await new SignJWT({ sub: 'user' })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setExpirationTime('2h')
    .sign(privateKey);
  DBOS.setConfig({
    name: 'turn',
    systemDatabaseUrl: connectionString,
    logLevel: 'error',
    runAdminServer: false,
  });
  const takeTurn = DBOS.registerWorkflow(
    async (text) => {
      await DBOS.runStep(() => Promise.resolve('coach'), { name: 'judge' });
      return DBOS.runStep(() => Promise.resolve(`I hear you: ${text}. Tell me more.`), { name: 'act' });
    },
    { name: 'turn' },
  );
  await DBOS.launch();
  const server = fastify();
  await server.register(multipart);
  server.post('/turn', async (request, reply) => {
    await jwtVerify(request.headers.authorization.slice('Bearer '.length), publicKey);
    let text = '';
    for await (const part of request.parts()) if (part.fieldname === 'recorded_message') text = part.value;
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const message = await takeTurn(text);
    for (let piece = 0; piece < 8; piece++)
      reply.raw.write(`${JSON.stringify({ type: 'new-message', message: message.slice(0, 20), piece })}\n`);
    reply.raw.end(`${JSON.stringify({ type: 'interaction-complete', message })}\n`);
  });
  return { url: `${await server.listen({ port: 0, host: '127.0.0.1' })}/turn`, token };
}
