import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { root } from '../workspace/packages.mjs';
import { generators, installGenerators, run } from './generators.mjs';

/** Of each kind that generators have stumbled over: a union, a list of pairs that may be null, a tuple, an id. */
const answers = {
  classic: [
    [
      'InteractionEvent',
      {
        type: 'new-message',
        message: 'Hi',
        transcript_alignment: null,
        stop: true,
        sequence_number: 0,
        message_id: 'm',
      },
    ],
    [
      'InteractionEvent',
      {
        type: 'new-message',
        message: 'Hi',
        transcript_alignment: [[120, 'H']],
        stop: false,
        sequence_number: 0,
        message_id: 'm',
      },
    ],
    [
      'InteractionEvent',
      {
        type: 'current-agent-action',
        action: {
          type: 'navigate-state-machine-exit-condition-selected',
          exit_condition: 'done',
          next_state_state_machine_version_info: ['65f000000000000000000001', 2],
          next_state_name: 'end',
        },
      },
    ],
    [
      'PermissionGrant',
      { permission_name: 'User:GetUser', conditions: { role: { type: 'In', values: ['a', true] } } },
    ],
  ],
  platform: [
    ['TestCredentialIdsResponse', { credential_ids: ['c56a4180-65aa-42ec-a945-5fd21dec0538'] }],
    [
      'PermissionCatalogResponse',
      { roles: [], permissions: [{ name: 'Agent.view', namespace: 'Agent', action: 'view' }] },
    ],
  ],
};

let installed;
let folder;
beforeAll(() => {
  installed = installGenerators();
});
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'svc-clients-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.each(Object.keys(generators))('%s', (generator) => {
  it.each(Object.keys(answers))('makes a client of the %s document that reads its answers', (surface) => {
    const document = path.join(root, `docs/api/${surface}.openapi.json`);
    const printed = generators[generator]({ document, folder, ...installed });
    expect(printed).not.toMatch(/\bERROR\b|Exception/);

    const reads = [path.join(import.meta.dirname, 'read-answers.py'), JSON.stringify(answers[surface])];
    const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };
    const read = run(path.join(installed.commands, 'python'), reads, { env, cwd: folder });
    expect(JSON.parse(read)).toEqual(answers[surface].map(([, answer]) => answer));
  });
});
