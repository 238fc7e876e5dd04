// `node --import ./test/support/source-loader.mjs file.ts` runs the TypeScript sources of this repository without a
// build: the same compiler settings as the build (.swcrc), and packages resolve to `src` (condition @svc/source).
// Node's own type stripping is no choice: it refuses parameter properties and decorators.
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const root = new URL('../../', import.meta.url);
const isOurs = (url) => url.startsWith(root.href) && !url.includes('/node_modules/');
const options = {
  ...JSON.parse(readFileSync(new URL('.swcrc', root), 'utf8')),
  swcrc: false,
  configFile: false,
  sourceMaps: 'inline',
};

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (
      specifier.startsWith('.') &&
      specifier.endsWith('.js') &&
      context.parentURL &&
      isOurs(context.parentURL)
    ) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(source)) return { url: source.href, shortCircuit: true };
    }
    return nextResolve(specifier, { ...context, conditions: ['@svc/source', ...context.conditions] });
  },
  load(url, context, nextLoad) {
    if (!new URL(url).pathname.endsWith('.ts') || !isOurs(url)) return nextLoad(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), { ...options, filename });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
