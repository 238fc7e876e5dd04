import type { JsonValue } from '@svc/kernel';

/** Blanks are taken off afterwards: to match them here costs the square of their number. */
const placeholder = /\{\{([^{}]{1,512})\}\}/g;

/**
 * Fills a template from an answer: `{{a.b.0}}` is the value there (JSON, if it has parts), `{{.}}` all of it. What is not
 * there is empty. No loops and no code, so that the time is that of the text.
 */
export function renderTemplate(template: string, answer: JsonValue, maxCharacters: number): string {
  let rendered = '';
  let end = 0;
  for (const match of template.matchAll(placeholder)) {
    rendered += template.slice(end, match.index) + textAt(answer, (match[1] as string).trim());
    end = match.index + match[0].length;
    if (rendered.length > maxCharacters) return rendered.slice(0, maxCharacters);
  }
  return (rendered + template.slice(end)).slice(0, maxCharacters);
}

function textAt(answer: JsonValue, path: string): string {
  let value: JsonValue | undefined = answer;
  for (const name of path === '.' ? [] : path.split('.')) {
    const isHere: boolean = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    value = isHere ? (value as { readonly [name: string]: JsonValue })[name] : undefined;
  }
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
