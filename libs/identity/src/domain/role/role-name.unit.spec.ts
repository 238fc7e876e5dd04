import { describe, expect, it } from '@jest/globals';
import { mixesScripts, roleNameSkeleton } from './role-name.js';

describe('two names of roles', () => {
  it.each([
    ['case', 'Reader', 'rEADER'],
    ['case in another alphabet', 'ΟΔΟΣ', 'οδος'],
    ['a zero-width space', 'Reader', 'Rea\u200bder'],
    ['a soft hyphen', 'Reader', 'Rea\u00adder'],
    ['a direction mark', 'Reader', '\u202eReader'],
    ['a variation selector', 'Reader', 'Reader\ufe0f'],
    ['full-width letters', 'Reader', 'Ｒｅａｄｅｒ'],
    ['composition', 'Lektoré', 'Lektore\u0301'],
    ['kinds and number of spaces', 'Read all', ' Read\u00a0\u3000all '],
    ['Cyrillic letters', 'Reader', 'Rеаdеr'],
    ['Cyrillic letters alone', 'COPE', 'СОРЕ'],
    ['Greek letters alone', 'KOPE', 'ΚΟΡΕ'],
    ['a large i for a small L', 'DefaultUserRole', 'DefauItUserRole'],
    ['digits for letters', 'DefaultOperatorRole', 'Defau1t0peratorRole'],
    ['a long s', 'Supports', 'Supportſ'],
  ])('are the same if they differ only by %s', (_by, one, other) => {
    expect(one).not.toBe(other);
    expect(roleNameSkeleton(other)).toBe(roleNameSkeleton(one));
  });

  it.each([
    ['Reader', 'Readers'],
    ['Lektore', 'Lektoré'],
    ['Вход', 'Выход'],
    ['管理者', '管理員'],
    ['Read 1', 'Read 2'],
  ])('are not the same: %s, %s', (one, other) => {
    expect(roleNameSkeleton(other)).not.toBe(roleNameSkeleton(one));
  });

  it('have nothing in common if one of them is invisible', () => {
    expect(roleNameSkeleton('\u200b\u2060\ufeff')).toBe('');
  });
});

describe('the letters of a name', () => {
  it.each(['Rеader', 'Αdmin', 'Ꭺdmin', 'Readеr 2', 'Վ-Reader'])(
    'from scripts that nobody mixes: %s',
    (name) => {
      expect(mixesScripts(name)).toBe(true);
    },
  );

  it.each(['Reader (2) – é', 'Редактор', 'Συντάκτης', 'Adminチーム管理', 'HR 관리자', 'مدير', '🙂 7'])(
    'from one script, or from scripts that people mix: %s',
    (name) => {
      expect(mixesScripts(name)).toBe(false);
    },
  );
});
