import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';

/** @returns {string} what `buf <args>` prints. The plugin of buf.gen.yaml runs on the Node that runs this file. */
export function buf(...args) {
  const script = createRequire(import.meta.url).resolve('@bufbuild/buf/bin/buf');
  const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`;
  return execFileSync(process.execPath, [script, ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH },
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** All messages of `proto/`, as a `google.protobuf.FileDescriptorSet` in JSON. */
export function contractDescriptors() {
  return JSON.parse(buf('build', '-o', '-#format=json'));
}
