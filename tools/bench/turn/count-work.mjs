// Preloaded into a standalone (NODE_OPTIONS=--import): counts what it does. On SIGUSR2 it writes the counts to the file
// SVC_BENCH_COUNTS names, and begins again.
import crypto from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { promiseHooks } from 'node:v8';
import zlib from 'node:zlib';

let counts = {};
const add = (name, number = 1) => (counts[name] = (counts[name] ?? 0) + number);

function counted(owner, method, note) {
  const original = owner[method];
  owner[method] = function (...args) {
    const result = original.apply(this, args);
    note(result, args);
    return result;
  };
}
counted(crypto, 'createCipheriv', () => add('seals'));
counted(crypto, 'createHmac', () => add('HMACs'));
counted(zlib, 'brotliCompressSync', (_packed, [bytes]) => add('bytes compressed', bytes.length));
syncBuiltinESMExports();
const { stringify } = JSON;
counted(JSON, 'stringify', (text) => add('characters of JSON written', text?.length ?? 0));
const { Client } = createRequire(process.argv[1])('pg');
counted(Client.prototype, 'query', () => add('statements'));
promiseHooks.onInit(() => (counts.promises = (counts.promises ?? 0) + 1));

process.on('SIGUSR2', () => {
  const written = stringify(counts);
  counts = {};
  writeFileSync(process.env.SVC_BENCH_COUNTS, written);
});
