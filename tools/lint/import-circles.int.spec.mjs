import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { workspacePackages } from '../workspace/packages.mjs';

/** The files of a package that each file of it imports, types included, because a reader of one has to read the other. */
function importsWithin(folder) {
  const files = readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.ts') && /^(src|test)\//.test(name) && !name.includes('/gen/'))
    .map((name) => path.join(folder, name));
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
      const imported = importedFiles.map(({ fileName }) =>
        path.resolve(path.dirname(file), fileName.replace(/\.js$/, '.ts')),
      );
      return [file, imported.filter((other) => known.has(other))];
    }),
  );
}

/** One circle, if any: a file that is reached again while its own imports are followed. */
function circleIn(imports) {
  const done = new Set();
  const follow = (file, way) => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of imports.get(file)) {
      const circle = follow(next, [...way, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const circle = follow(file, []);
    if (circle) return circle;
  }
  return undefined;
}

/** The folders of a package's sources that files of each folder import; a folder and those below it are one. */
function foldersWithin(folder) {
  const sources = path.join(folder, 'src');
  const folders = new Map();
  for (const [file, imported] of importsWithin(folder)) {
    if (!file.startsWith(`${sources}/`) || file.endsWith('.spec.ts')) continue;
    const from = path.dirname(file);
    const others = imported
      .map((other) => path.dirname(other))
      .filter(
        (other) => other !== sources && !`${from}/`.startsWith(`${other}/`) && !other.startsWith(`${from}/`),
      );
    if (from !== sources) folders.set(from, [...(folders.get(from) ?? []), ...others]);
  }
  return new Map([...folders].map(([from, others]) => [from, others.filter((other) => folders.has(other))]));
}

describe('a circle of folders', () => {
  it.each(workspacePackages().map(({ folder, manifest }) => [manifest.name, folder]))(
    'is not in %s',
    (_name, folder) => {
      const circle = circleIn(foldersWithin(folder));
      expect(circle?.map((each) => path.relative(folder, each))).toBeUndefined();
    },
  );
});

describe('a circle of imports', () => {
  it('is found', () => {
    const circle = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b']],
    ]);
    expect(circleIn(circle)).toEqual(['b', 'c', 'b']);
  });

  it.each(workspacePackages().map(({ folder, manifest }) => [manifest.name, folder]))(
    'is not in %s',
    (_name, folder) => {
      const circle = circleIn(importsWithin(folder));
      expect(circle?.map((file) => path.relative(folder, file))).toBeUndefined();
    },
  );
});
