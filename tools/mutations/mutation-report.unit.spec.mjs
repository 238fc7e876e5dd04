import { mutationReport } from './mutation-report.mjs';

const mutant = (fileName, status, line = 1, replacement = 'false') => ({
  fileName,
  status,
  mutatorName: 'BooleanLiteral',
  replacement,
  location: { start: { line } },
});

it('given mutants of two files, then each file has its figures, and those that were not found are listed', () => {
  const mutants = [
    mutant('b.ts', 'Killed'),
    mutant('b.ts', 'Survived', 9, '{\n  return;\n}'),
    mutant('b.ts', 'NoCoverage', 3),
    mutant('b.ts', 'Timeout'),
    mutant('a.ts', 'Killed'),
    mutant('a.ts', 'Ignored'),
  ];
  const { foundPercent, text } = mutationReport(mutants, (fileName) => `turn/${fileName}`);
  expect(foundPercent).toBe(60);
  expect(text.split('\n')).toEqual([
    'file       mutants  killed  timeouts  survived  no coverage  found %',
    'turn/a.ts        1       1         0         0            0    100.0',
    'turn/b.ts        4       1         1         1            1     50.0',
    'all              5       2         1         1            1     60.0',
    '',
    'Not found:',
    'turn/b.ts:3 BooleanLiteral: false (no coverage)',
    'turn/b.ts:9 BooleanLiteral: { return; }',
  ]);
});
