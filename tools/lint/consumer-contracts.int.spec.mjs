import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { contractDescriptors } from '../codegen/buf.mjs';
import { eventConsumptions, sampledTypes } from '../codegen/event-consumers.mjs';
import { publicEventTypes } from '../codegen/public-events.mjs';
import { root } from '../workspace/packages.mjs';

const published = publicEventTypes(contractDescriptors());
const folderOf = (context) => path.join(root, `proto/svc/${context}/v1/samples`);
const sampled = (context) =>
  existsSync(folderOf(context)) ? readdirSync(folderOf(context)).map((file) => path.parse(file).name) : [];

describe('each public event that somebody consumes', () => {
  const consumed = eventConsumptions(published);

  it('then its consumer has a test that feeds it with the recorded samples: samplesOf(<context>Events.<Type>)', () => {
    const tested = sampledTypes(published);
    const untested = consumed
      .filter(({ scope, source, type }) => !tested.has(`${scope} ${source}.${type}`))
      .map(({ consumer, source, type, file }) => `${consumer} takes ${source}.${type} (${file})`);
    expect(untested).toEqual([]);
  });

  it('then its owner has recorded samples: proto/svc/<context>/v1/samples/<Type>.json', () => {
    const missing = consumed.filter(({ source, type }) => !sampled(source).includes(type));
    expect(missing.map(({ source, type }) => `${source}.${type}`)).toEqual([]);
  });
});

test('only public events have samples', () => {
  const strange = [...published].flatMap(([context, types]) =>
    sampled(context).filter((type) => !types.includes(type)),
  );
  expect(strange).toEqual([]);
});
