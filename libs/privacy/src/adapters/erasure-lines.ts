import { createHash } from 'node:crypto';

/**
 * A line is a checksum and the subject as JSON. A torn line must not count: the beginning of an id could be the id of
 * another subject.
 */
export function erasureLine(subject: string): string {
  const text = JSON.stringify(subject);
  return `${checksumOf(text)} ${text}\n`;
}

export interface ErasureLines {
  readonly subjects: ReadonlySet<string>;
  /** How many lines are only beginnings, as crashes leave them. Their erasures never got a response. */
  readonly torn: number;
  /** Numbers of the lines, from 1, that no crash can have left: their subjects are unknown. */
  readonly damaged: readonly number[];
}

export function parseErasureLines(content: string): ErasureLines {
  const subjects = new Set<string>();
  const damaged: number[] = [];
  let torn = 0;
  for (const [index, line] of content.split('\n').entries()) {
    if (line === '') continue;
    const subject = subjectOf(line);
    if (subject !== undefined) subjects.add(subject);
    else if (beginning.test(line)) torn += 1;
    else damaged.push(index + 1);
  }
  return { subjects, torn, damaged };
}

/** Of a line without its closing quote; file systems fill unwritten parts with zeros. */
const beginning = /^(?:[0-9a-f]{0,16}|[0-9a-f]{16} (?:"(?:[^"\\]|\\.)*\\?)?)\0*$/;

function subjectOf(line: string): string | undefined {
  const [checksum, text] = [line.slice(0, checksumDigits), line.slice(checksumDigits + 1)];
  return checksumOf(text) === checksum ? (JSON.parse(text) as string) : undefined;
}

const checksumDigits = 16;

function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, checksumDigits);
}
