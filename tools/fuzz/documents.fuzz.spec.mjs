import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';

/** A bound for the whole of `npm test`; longer ones are started by hand: docs/api/README.md. */
const seconds = 20;
/** The same one each time: what fails here must fail again. */
const seed = 20_261_122;

describe('requests that Schemathesis makes of the OpenAPI documents', () => {
  it('get only documented responses, and never an internal error', () => {
    const fuzz = [path.join(root, 'tools/fuzz/fuzz.mjs'), `--seconds=${seconds}`, `--seed=${seed}`];
    const { status, stdout, stderr } = spawnSync(process.execPath, fuzz, { encoding: 'utf8' });
    process.stdout.write(`${stdout}${stderr}`);
    // A fuzz that was rejected everywhere shows nothing.
    expect(stdout).toMatch(/^ +[1-9]\d* generated, \d+ passed$/m);
    expect(stdout).toMatch(/^200: \d+$/m);
    expect(status).toBe(0);
  });
});
