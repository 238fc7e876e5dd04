import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';

const page = readFileSync(path.join(root, 'docs/findings.md'), 'utf8');
/** Files of tests with the names that the page quotes of them. */
const held = [...page.matchAll(/^ {2}- \[`[^`]+`\]\(\.\.\/([^)]+)\): (.+)$/gm)].map(([, file, names]) => ({
  file,
  names: [...names.matchAll(/“([^”]+)”/g)].map(([, name]) => name),
}));

describe('what is said to hold a finding', () => {
  it('is said of each', () => {
    const findings = page.split(/^- /m).slice(1);
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.filter((finding) => !finding.includes('\n  - ['))).toEqual([]);
  });

  it.each(held)('is in $file, by these names', ({ file, names }) => {
    const text = readFileSync(path.join(root, file), 'utf8').replaceAll("\\'", "'");
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !text.includes(name))).toEqual([]);
  });
});
