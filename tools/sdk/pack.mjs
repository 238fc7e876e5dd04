// Makes the package of the SDK as customers install it: ESM, CommonJS and types, and no dependencies.
// node tools/sdk/pack.mjs <folder>   writes svc-sdk-<version>.tgz into it, and says how large it is
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformFileSync } from '@swc/core';
import { root } from '../workspace/packages.mjs';

export const sdk = path.join(root, 'libs/sdk');
/** Of each kind of package: its folder, the format that SWC writes, and what Node calls it. */
const formats = [
  { folder: 'esm', module: 'es6', type: 'module', condition: 'import' },
  { folder: 'cjs', module: 'commonjs', type: 'commonjs', condition: 'require' },
];

/**
 * Writes the package, unpacked.
 * @param {string} folder an empty one
 */
export function writePackage(folder) {
  const types = path.join(folder, 'types');
  writeTypes(types);
  for (const format of formats) {
    const target = path.join(folder, format.folder);
    mkdirSync(target, { recursive: true });
    for (const file of filesIn(types)) copyInto(path.join(types, file), path.join(target, file));
    for (const file of sources()) compile(file, { ...format, target });
    // Tells Node and TypeScript in which format the files of the folder are.
    writeFileSync(path.join(target, 'package.json'), json({ type: format.type, sideEffects: false }));
  }
  rmSync(types, { recursive: true });
  writeFileSync(path.join(folder, 'README.md'), readme());
  writeFileSync(path.join(folder, 'package.json'), json(manifest()));
}

/** Types of the sources, as TypeScript declares them. */
export function writeTypes(folder) {
  const compiler = path.join(root, 'node_modules/typescript-7/bin/tsc');
  const info = path.join(folder, 'tsconfig.tsbuildinfo');
  const options = ['--outDir', folder, '--tsBuildInfoFile', info, '--declarationMap', 'false'];
  execFileSync(process.execPath, [compiler, '-p', path.join(sdk, 'tsconfig.json'), ...options]);
  rmSync(info, { force: true });
}

/** @returns the tarball that `npm pack` makes of it */
export function packSdk(into) {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-sdk-'));
  try {
    writePackage(folder);
    mkdirSync(into, { recursive: true });
    const options = [
      'pack',
      '--json',
      '--ignore-scripts',
      '--offline',
      '--pack-destination',
      path.resolve(into),
    ];
    const [packed] = JSON.parse(execFileSync('npm', options, { cwd: folder, encoding: 'utf8' }));
    return {
      file: path.join(path.resolve(into), packed.filename),
      bytes: packed.size,
      files: packed.entryCount,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Sources that are more than types. */
function sources() {
  return filesIn(path.join(sdk, 'src')).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.startsWith(`gen${path.sep}`),
  );
}

function compile(file, { target, module }) {
  const { code } = transformFileSync(path.join(sdk, 'src', file), {
    swcrc: false,
    configFile: false,
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: module },
  });
  const written = path.join(target, file.replace(/\.ts$/, '.js'));
  mkdirSync(path.dirname(written), { recursive: true });
  writeFileSync(written, code);
}

/** Files of the repository that it links to are not in the package. */
function readme() {
  const text = readFileSync(path.join(sdk, 'README.md'), 'utf8');
  return text.replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1');
}

function manifest() {
  const { exports: entries } = JSON.parse(readFileSync(path.join(sdk, 'package.json'), 'utf8'));
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const entry = ({ '@svc/source': source }) => {
    const name = path.relative('src', source).replace(/\.ts$/, '');
    const of = ({ folder }) => ({ types: `./${folder}/${name}.d.ts`, default: `./${folder}/${name}.js` });
    return Object.fromEntries(formats.map((format) => [format.condition, of(format)]));
  };
  const exported = Object.entries(entries).map(([name, conditions]) => [name, entry(conditions)]);
  return {
    name: '@svc/sdk',
    version,
    description: 'Clients of the conversational agent service.',
    type: 'module',
    main: './cjs/index.js',
    module: './esm/index.js',
    types: './esm/index.d.ts',
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
    sideEffects: false,
    engines: { node: '>=20.3' },
    files: formats.map(({ folder }) => folder),
  };
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

function copyInto(from, to) {
  mkdirSync(path.dirname(to), { recursive: true });
  copyFileSync(from, to);
}

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { file, bytes, files } = packSdk(process.argv[2] ?? '.');
  console.log(`Wrote ${file}: ${files} files, ${Math.round(bytes / 1_000)} kB`);
}
