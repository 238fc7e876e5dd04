import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';

const folder = path.join(root, 'docs/adr');
const records = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .toSorted()
  .map((name) => ({
    name,
    number: Number(name.slice(0, 4)),
    title: readFileSync(path.join(folder, name), 'utf8').split('\n')[0],
  }));

describe('decision records', () => {
  it('are numbered one after the other, so that each can be named by its number', () => {
    expect(records.map(({ number }) => number)).toEqual(records.map((_record, index) => index));
  });

  it.each(records)('$name says its number in its title', ({ number, title }) => {
    expect(title).toMatch(new RegExp(`^# ${number}\\. \\S`));
  });
});
