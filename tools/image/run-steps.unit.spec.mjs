import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runSteps, withoutIgnored } from './run-steps.mjs';

let context;
let folder;
beforeEach(() => {
  context = mkdtempSync(path.join(tmpdir(), 'svc-context-'));
  folder = mkdtempSync(path.join(tmpdir(), 'svc-stages-'));
  mkdirSync(path.join(context, 'src'));
  writeFileSync(path.join(context, 'src/one.txt'), 'one');
  writeFileSync(path.join(context, 'two.txt'), 'two');
});
afterEach(() => [context, folder].forEach((each) => rmSync(each, { recursive: true })));

const run = (dockerfile) =>
  runSteps({
    ...{ dockerfile, context, folder, say: () => undefined, buildArguments: { APP: 'shop' } },
    files: ['src/one.txt', 'two.txt'],
  });

describe('the steps of a Dockerfile', () => {
  it('given two stages, then commands run in the first one, and the last one holds what it copies', () => {
    const image = run(`FROM base:1.0.0-x AS build
WORKDIR /src
COPY . .
ARG APP
RUN cat src/one.txt > out.txt && echo "$APP" >> out.txt
FROM base:1.0.0-x AS run
ENV MODE=quick
WORKDIR /app
COPY --from=build /src/out.txt ./
COPY two.txt ./
USER 1000:1000
HEALTHCHECK --timeout=5s CMD ["true"]
CMD ["node", "main.js"]
`);
    expect(image).toMatchObject({
      ...{ cwd: '/app', env: { MODE: 'quick' }, user: '1000:1000' },
      ...{ command: ['node', 'main.js'], health: ['true'] },
    });
    expect(readFileSync(path.join(image.root, 'app/out.txt'), 'utf8')).toBe('oneshop\n');
    expect(readFileSync(path.join(image.root, 'app/two.txt'), 'utf8')).toBe('two');
    expect(existsSync(path.join(image.root, 'src'))).toBe(false);
  });

  it('when a command fails, then none follows', () => {
    const failing = 'FROM base:1.0.0-x AS build\nRUN exit 3\nRUN touch later.txt\n';
    expect(() => run(failing)).toThrow('The step failed with 3: RUN exit 3');
    expect(existsSync(path.join(folder, 'build/later.txt'))).toBe(false);
  });

  it('when an instruction is not known, then it is refused', () => {
    expect(() => run('FROM base:1.0.0-x AS build\nVOLUME /data\n')).toThrow('VOLUME is not known here.');
  });

  it('when the context lacks a file, then it is said', () => {
    expect(() => run('FROM base:1.0.0-x AS build\nCOPY three.txt ./\n')).toThrow('holds no three.txt');
  });
});

it('given a .dockerignore, then files in folders that it names are left out, at any depth where it says so', () => {
  writeFileSync(path.join(context, '.dockerignore'), '# built\n**/dist\n.git\n');
  const all = ['.git/config', 'dist/x.js', 'libs/one/dist/x.js', 'libs/one/src/dist.js'];
  expect(withoutIgnored(all, path.join(context, '.dockerignore'))).toEqual(['libs/one/src/dist.js']);
});
