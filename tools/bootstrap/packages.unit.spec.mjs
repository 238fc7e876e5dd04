import { expect, it } from '@jest/globals';
import { installCommands } from './packages.mjs';

const allowScripts = { '@swc/core': true, prisma: false, nx: true };

it.each(['npm/11.6.2 node/v24.11.0 linux x64', 'npm/12.0.0 node/v26.0.0 linux x64', ''])(
  'given %j, then npm itself keeps to the install scripts that are allowed',
  (userAgent) => {
    const [install, ...more] = installCommands(userAgent, allowScripts);
    expect([install[0], install.includes('--ignore-scripts'), more]).toEqual(['ci', false, []]);
  },
);

it.each(['npm/10.9.4 node/v22.21.0 linux x64', 'npm/9.2.0 node/v20.19.0 linux arm64'])(
  'given %j, which knows no list of them, then no script runs but those that are allowed',
  (userAgent) => {
    const [install, rebuild, ...more] = installCommands(userAgent, allowScripts);
    expect([install[0], install.includes('--ignore-scripts'), more]).toEqual(['ci', true, []]);
    expect(rebuild[0]).toBe('rebuild');
    expect(rebuild.slice(-2)).toEqual(['@swc/core', 'nx']);
  },
);
