import { cpSync, mkdirSync, readdirSync, writeFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root, workspacePackages } from '../workspace/packages.mjs';
import { usedNames } from './used-names.mjs';

/** The fields of the root's manifest that production needs. All others are for developers. */
const keptKeys = [
  'name',
  'version',
  'private',
  'type',
  'workspaces',
  'dependencies',
  'optionalDependencies',
  'overrides',
  'engines',
  'allowScripts',
  'scarfSettings',
];

/**
 * Manifests without tools, the lock file, and of each package that an app needs its build and its migrations.
 * @param {string} [app] this one alone, with those packages from elsewhere that it uses, and without optional ones: its
 * machine brings Node, and has no database
 */
export function layDownProduction(folder, app) {
  mkdirSync(folder, { recursive: true });
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const needed = neededBy(app);
  write(path.join(folder, 'package.json'), {
    ...Object.fromEntries(keptKeys.map((key) => [key, manifest[key]])),
    ...(app === undefined ? {} : narrowed(manifest, needed)),
    scripts:
      app === undefined
        ? { start: 'exec node apps/standalone/dist/main.js', admin: 'exec node apps/admin/dist/main.js' }
        : { start: `exec node apps/${app}/dist/main.js` },
  });
  for (const name of ['package-lock.json', '.npmrc']) cpSync(path.join(root, name), path.join(folder, name));
  for (const { folder: source, manifest } of needed) {
    const target = path.join(folder, path.relative(root, source));
    cpSync(path.join(source, 'dist'), path.join(target, 'dist'), { recursive: true });
    for (const file of migrationsIn(source)) cpSync(path.join(source, file), path.join(target, file));
    const { devDependencies: _tools, nx: _targets, ...kept } = manifest;
    write(path.join(target, 'package.json'), kept);
  }
}

function narrowed({ dependencies }, needed) {
  const used = usedNames(
    [...needed].map(({ folder }) => path.join(folder, 'dist')),
    Object.keys(dependencies),
  );
  return {
    dependencies: Object.fromEntries(used.map((name) => [name, dependencies[name]])),
    optionalDependencies: undefined,
  };
}

/** Apps, or the one, and the packages that they depend on, directly or through others. */
function neededBy(app) {
  const all = workspacePackages();
  const needed = new Set();
  const add = (one) => {
    if (needed.has(one)) return;
    needed.add(one);
    const names = Object.keys(one.manifest.dependencies ?? {});
    all.filter(({ manifest }) => names.includes(manifest.name)).forEach(add);
  };
  all
    .filter(({ folder }) => path.basename(path.dirname(folder)) === 'apps')
    .filter(({ folder }) => app === undefined || path.basename(folder) === app)
    .forEach(add);
  return needed;
}

function migrationsIn(folder) {
  return readdirSync(folder, { recursive: true }).filter(
    (file) => file.endsWith('.sql') && !/(^|\/)(dist|src|test|node_modules)\//.test(file),
  );
}

function write(file, content) {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}
