import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';
import { contractDescriptors } from './buf.mjs';
import { textFields } from './personal-fields.mjs';
import { publicEventTypes } from './public-events.mjs';

const file = 'docs/privacy.md';

/** The tables below "Fields of events", one for each context: fields, how they are kept, why. */
function documentedFields() {
  const [, chapter] = readFileSync(path.join(root, file), 'utf8').split(/^## Fields of events$/m);
  const [, ...contexts] = chapter.split(/^## /m)[0].split(/^### /m);
  return contexts.flatMap((section) => {
    const context = section.slice(0, section.indexOf('\n'));
    return [...section.matchAll(/^\| (`.*`) \| (\w+) \| (.*) \|$/gm)].flatMap(([, fields, kept, reason]) =>
      fields
        .split(', ')
        .map((field) => ({ name: `svc.${context}.v1.${field.replaceAll('`', '')}`, kept, reason })),
    );
  });
}

describe('docs/privacy.md', () => {
  it('then it names each field of an event that can hold text, as it is marked, and no other', () => {
    const inContracts = [...textFields(contractDescriptors())].map(([name, kept]) => `${name} ${kept}`);
    const documented = documentedFields().map(({ name, kept }) => `${name} ${kept}`);
    expect(documented.toSorted()).toEqual(inContracts.toSorted());
  });

  it('then it gives a reason for each', () => {
    for (const { name, reason } of documentedFields())
      expect({ name, reason }).toEqual({ name, reason: expect.stringMatching(/\w/) });
  });
});

describe('contexts', () => {
  it('given events with personal fields, then each but identity says when a person is erased there', () => {
    const personal = [...textFields(contractDescriptors())].filter(([, kept]) => kept === 'personal');
    const holders = new Set(personal.map(([name]) => name.split('.')[1]));
    const saying = [...publicEventTypes(contractDescriptors())]
      .filter(([, types]) => types.includes('SubjectErased'))
      .map(([context]) => context);
    expect(['identity', ...saying]).toEqual(expect.arrayContaining([...holders]));
  });
});
