import { readFileSync } from 'node:fs';
import path from 'node:path';
import { limits } from './limits.js';

/** What the page for users says of a limit. */
const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/api/limits.md'), 'utf8');
const said = (what: string): string => {
  const row = page.split('\n').find((line) => line.startsWith(`| ${what} |`));
  if (row === undefined) throw new Error(`The page has no row about ${what}.`);
  return row.slice(`| ${what} |`.length);
};
const { workspaceKeyDays: days, workspaceSlugCharacters: slug, permissionsOfWorkspaceKey } = limits;
const { items, characters } = permissionsOfWorkspaceKey;

describe('the page about limits', () => {
  it.each([
    [
      'workspaces of an organization',
      ` ${limits.workspacesOfOrganization.toLocaleString('en-US')}, archived`,
    ],
    ['API keys of a workspace', ` ${limits.apiKeysOfWorkspace}, expired`],
    ['life of a workspace key', ` ${days.fewest} to ${days.most} days`],
    ['`permissions` of a workspace key', ` ${items} of ${characters} characters`],
    ['`slug` of a workspace', ` ${slug.fewest} to ${slug.most} lower-case letters`],
    ['`name` of a workspace or of its keys', ` ${limits.nameCharacters} characters`],
    ['test caller numbers, and test credential ids', ` ${limits.testCallers} in each list`],
  ])('has the right number for %s', (what, limit) => {
    expect(said(what)).toContain(limit);
  });
});
