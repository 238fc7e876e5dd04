import { createHash } from 'node:crypto';

/**
 * A line is a checksum and the subject as JSON. Whatever a crash leaves of one is no line: the beginning of an id could
 * be the id of somebody else.
 */
export function erasureLine(subject: string): string {
  const text = JSON.stringify(subject);
  return `${checksumOf(text)} ${text}\n`;
}

export interface ErasureLines {
  readonly subjects: ReadonlySet<string>;
  /** How many lines are none. */
  readonly damaged: number;
}

export function parseErasureLines(content: string): ErasureLines {
  const lines = content.split('\n').filter((line) => line !== '');
  const whole = lines.flatMap((line) => subjectOf(line) ?? []);
  return { subjects: new Set(whole), damaged: lines.length - whole.length };
}

function subjectOf(line: string): string | undefined {
  const [checksum, text] = [line.slice(0, checksumDigits), line.slice(checksumDigits + 1)];
  return checksumOf(text) === checksum ? (JSON.parse(text) as string) : undefined;
}

const checksumDigits = 16;

function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, checksumDigits);
}
