/** Bound of the search: what was requested is never after it. */
const maxSearched = 100_000;

/** Braces that are tried as the start of an object. Together with the length, this bounds the work. */
const maxAttempts = 20;

/**
 * The outermost JSON objects in a model's response, in order. Models wrap their result in reasoning, code fences, or sentences
 * before or after it.
 */
export function jsonObjects(answer: string): readonly Readonly<Record<string, unknown>>[] {
  const found: Readonly<Record<string, unknown>>[] = [];
  const searched = withoutReasoning(answer).slice(0, maxSearched);
  let start = searched.indexOf('{');
  for (let attempt = 0; attempt < maxAttempts && start >= 0; attempt += 1) {
    const end = objectEnd(searched, start);
    const value = end === null ? null : parsed(searched.slice(start, end));
    if (value !== null) found.push(value);
    start = searched.indexOf('{', value === null || end === null ? start + 1 : end);
  }
  return found;
}

/** The response without the reasoning before it. Linear time for any text. */
export function withoutReasoning(answer: string): string {
  const opening = /<think(?:ing)?>/gi;
  const closing = /<\/think(?:ing)?>/gi;
  let kept = '';
  let place = 0;
  for (;;) {
    opening.lastIndex = place;
    const opened = opening.exec(answer);
    closing.lastIndex = opening.lastIndex;
    if (opened === null || closing.exec(answer) === null) return (kept + answer.slice(place)).trim();
    kept += `${answer.slice(place, opened.index)} `;
    place = closing.lastIndex;
  }
}

/** The index after the brace that closes the one at `start`; null when none does. */
function objectEnd(text: string, start: number): number | null {
  let depth = 0;
  let isInString = false;
  for (let place = start; place < text.length; place += 1) {
    const character = text[place];
    if (isInString) {
      if (character === '\\') place += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return place + 1;
    }
  }
  return null;
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}
