// What of the SDK comes into the page of a customer who imports a part of it: packed as they install it, bundled by Vite.
// node tools/sdk/bundle-size.mjs [--check]   prints kB, minified and compressed; with --check, more than is promised fails
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { writePackage } from './pack.mjs';

/** Of each part: what is promised of it (libs/sdk/README.md), in kB, and a word that is only in what it must leave out. */
const parts = [
  { imports: ['verifyWebhookSignature'], atMostKb: 1.5, without: 'retry-after' },
  { imports: ['fetchWebhookHandler'], atMostKb: 3, without: 'retry-after' },
  { imports: ['createReconnectingWebSocket'], atMostKb: 4, without: '/context-graphs' },
  { imports: ['ClassicClient'], atMostKb: 9, without: '/context-graphs' },
  { imports: ['PlatformClient'], atMostKb: 14, without: 'signin_with_api_key' },
  { imports: ['*'], atMostKb: 20 },
];

const folder = mkdtempSync(path.join(tmpdir(), 'svc-sdk-size-'));
try {
  const installed = path.join(folder, 'node_modules/@svc/sdk');
  mkdirSync(installed, { recursive: true });
  writePackage(installed);
  const whole = await bundleOf(['*']);
  for (const part of parts) await measure(part, whole);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure({ imports, atMostKb, without }, whole) {
  const code = await bundleOf(imports);
  if (without !== undefined && !whole.includes(without))
    throw new Error(`The SDK has no ${without} any more: ${imports.join(', ')} needs another word.`);
  const kb = Math.round(gzipSync(code).length / 100) / 10;
  const isSmall = kb <= atMostKb;
  const isShaken = without === undefined || !code.includes(without);
  console.log(`${imports.join(', ')}: ${kb} kB of ${atMostKb} kB${isShaken ? '' : `, and has ${without}`}`);
  if (process.argv.includes('--check') && !(isSmall && isShaken)) process.exitCode = 1;
}

async function bundleOf(imports) {
  const names = imports.join(', ');
  const head = names === '*' ? "import * as used from '@svc/sdk';" : `import { ${names} } from '@svc/sdk';`;
  const used = names === '*' ? 'used' : `{ ${names} }`;
  writeFileSync(path.join(folder, 'page.js'), `${head}\nglobalThis.used = ${used};\n`);
  const { output } = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: { write: false, rollupOptions: { input: path.join(folder, 'page.js') } },
  });
  return output.map((chunk) => chunk.code ?? '').join('');
}
