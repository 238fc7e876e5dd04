import type { JsonObject } from '@svc/kernel';

/**
 * Data for a prompt, one JSON object a line, between tags. Whatever the data says, it can neither close the fence nor
 * begin a line of its own: `<` and line ends are written as escapes.
 * @param tag letters and underscores
 */
export function fence(tag: string, lines: readonly JsonObject[]): string {
  const escaped = lines.map((line) =>
    JSON.stringify(line)
      .replaceAll('<', '\\u003c')
      .replaceAll(/[\u2028\u2029\u0085]/g, unicodeEscape),
  );
  return [`<${tag}>`, ...escaped, `</${tag}>`].join('\n');
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
