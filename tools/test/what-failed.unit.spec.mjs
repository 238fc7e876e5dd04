import { whatFailed } from './what-failed.mjs';

const root = '/home/somebody/svc';
const found = (output, most = 8) => whatFailed(output, { most, root });

describe('what failed', () => {
  it('given the formatter, then it is the files', () => {
    const output = '[warn] libs/a.ts\n[warn] libs/b.ts\n[warn] Code style issues found in 2 files.\n';
    expect(found(output)).toEqual(['libs/a.ts', 'libs/b.ts']);
  });

  it('given the compiler, then it is the errors without their details', () => {
    const output =
      "libs/a.ts(1,7): error TS2322: Type 'number' is no string.\n  The expected type comes from …\n";
    expect(found(output)).toEqual(["libs/a.ts(1,7): error TS2322: Type 'number' is no string."]);
  });

  it('given the linter within the output of Nx, then each finding is shown with its file', () => {
    const output = [
      '> nx run kernel:lint',
      `\u001b[4m${root}/libs/kernel/src/clock.ts\u001b[24m`,
      "  12:3  \u001b[31merror\u001b[39m  'x' is never used  @typescript-eslint/no-unused-vars",
      '✖ 1 problem (1 error, 0 warnings)',
    ].join('\n');
    expect(found(output)).toEqual([
      "libs/kernel/src/clock.ts:12:3 'x' is never used @typescript-eslint/no-unused-vars",
    ]);
  });

  it('given the tests, which print each failure twice, then each is shown once', () => {
    const output = [
      'FAIL unit libs/a.unit.spec.ts',
      '  ● Console',
      '  ● a clock › tells the time',
      '    expect(received)',
      'Summary of all failing tests',
      '  ● a clock › tells the time',
    ].join('\n');
    expect(found(output)).toEqual(['● a clock › tells the time']);
  });

  it('given more than fits, then the rest is counted', () => {
    const output = Array.from({ length: 20 }, (_, index) => `[warn] libs/${index}.ts`).join('\n');
    expect(found(output, 3)).toEqual(['libs/0.ts', 'libs/1.ts', '… and 18 more']);
  });

  it('given unknown output, then it is the last lines', () => {
    expect(found('one\n\ntwo\nthree\n', 2)).toEqual(['two', 'three']);
  });
});
