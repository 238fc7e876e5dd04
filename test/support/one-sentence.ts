import { expect } from '@jest/globals';
import type { Ending } from './watched-child.js';

/** One line on standard error, a sentence without a stack, and a non-zero exit code. */
export function expectOneSentence(ending: Ending, sentence: RegExp): void {
  const lines = ending.errorOutput.trimEnd().split('\n');
  expect(lines).toEqual([expect.stringMatching(sentence)]);
  expect(lines[0]).toMatch(/^[A-Z].*\.$/);
  expect(ending.signal).toBeNull();
  expect(ending.exitCode).toBe(1);
}
