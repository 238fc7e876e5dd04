// Writes the OpenAPI documents that the gateway serves: docs/api/classic.openapi.json, and the Platform's once
// it has routes. A change that breaks those who built on the former one is refused.
// node tools/codegen/openapi-documents.mjs [--break]
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import '../../test/support/source-loader.mjs';
import { root } from '../workspace/packages.mjs';
import { breakingChanges } from './breaking-changes.mjs';

const sourceOf = (file) => import(pathToFileURL(path.join(root, 'libs/gateway/src', file)).href);

export const fileOf = (surface) => path.join(root, `docs/api/${surface}.openapi.json`);

/** @returns {Promise<{ surface: string, document: object }[]>} of the surfaces that have routes */
export async function openApiDocuments() {
  const { gatewayRoutes } = await sourceOf('controllers.ts');
  const { openApiDocument } = await sourceOf('document/open-api-document.ts');
  return ['classic', 'platform']
    .map((surface) => ({ surface, document: openApiDocument(gatewayRoutes, surface) }))
    .filter(({ document }) => Object.keys(document.paths).length > 0);
}

/** As committed. */
export const textOf = (document) => `${JSON.stringify(document, null, 1)}\n`;

/** @param {string | undefined} former text of the document before; undefined: there was none */
export function breakingChangesOf({ surface, document }, former = textIn(fileOf(surface))) {
  return former === undefined ? [] : breakingChanges(JSON.parse(former), document);
}

const textIn = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** Of the last commit: a route that is being written may still change. Without a history, what the file holds. */
function committedText(file) {
  const shown = spawnSync('git', ['show', `HEAD:./${path.basename(file)}`], {
    cwd: path.dirname(file),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return shown.status === 0 ? shown.stdout : textIn(file);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const made of await openApiDocuments()) {
    const file = fileOf(made.surface);
    const text = textOf(made.document);
    if (textIn(file) === text) continue;
    const breaking = process.argv.includes('--break') ? [] : breakingChangesOf(made, committedText(file));
    if (breaking.length > 0) {
      console.error(`This would break clients of the ${made.surface} interface:\n${breaking.join('\n')}`);
      console.error(
        'Where nobody uses it yet: node tools/bootstrap/run.mjs tools/codegen/openapi-documents.mjs --break',
      );
      process.exitCode = 1;
      continue;
    }
    writeFileSync(file, text);
    console.log(`Wrote ${path.relative(root, file)}`);
  }
}
