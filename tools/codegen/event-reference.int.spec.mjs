import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';
import { contractDescriptors } from './buf.mjs';
import { eventConsumptions } from './event-consumers.mjs';
import { eventReference } from './event-reference.mjs';

const committed = readFileSync(path.join(root, 'docs/api/events.md'), 'utf8');
const descriptors = contractDescriptors();

describe('docs/api/events.md', () => {
  it('then it says what the contracts and the consumers say: npm run codegen', () => {
    expect(committed).toBe(eventReference(descriptors));
  });

  it('then it names each consumer beside each event that it takes', () => {
    const consumptions = eventConsumptions();
    expect(consumptions.length).toBeGreaterThan(5);
    for (const { source, type, consumer, way } of consumptions) {
      const [, ofContext] = committed.split(`## ${source}\n`);
      const [row] = ofContext.match(new RegExp(`^\\| \\[${type}\\].*$`, 'm'));
      expect(row).toContain(`\`${consumer}\` (${way})`);
    }
  });

  it('given an event whose stream nobody names, then there is no page', () => {
    const nameless = JSON.parse(JSON.stringify(descriptors).replaceAll('Stream', 'Flow'));
    expect(() => eventReference(nameless)).toThrow(/names its stream/);
  });
});
