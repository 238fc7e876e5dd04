/** A sentence that the agent says. */
export interface Sentence {
  readonly text: string;
  /** Whether it asks the user for something. */
  readonly isQuestion: boolean;
}

export function statement(text: string): Sentence {
  return { text: closed(capitalized(text), '.'), isQuestion: false };
}

export function question(text: string): Sentence {
  return { text: closed(capitalized(text.replace(/[.?!\s]+$/, '')), '?'), isQuestion: true };
}

/** Unchanged, as the author wrote it. */
export function quoted(text: string): Sentence {
  return { text: closed(text.trim(), '.'), isQuestion: text.trimEnd().endsWith('?') };
}

export function capitalized(text: string): string {
  const trimmed = text.trim();
  const first = [...trimmed][0] ?? '';
  return first.toUpperCase() + trimmed.slice(first.length);
}

/** With a lower-case first letter, for use inside a sentence; `I` and words like `UNESCO` stay. */
export function uncapitalized(text: string): string {
  const trimmed = text.trim();
  if (/^(?:I\b|I'|\p{Lu}{2}|\p{Lu}\d)/u.test(trimmed)) return trimmed;
  const first = [...trimmed][0] ?? '';
  return first.toLowerCase() + trimmed.slice(first.length);
}

function closed(text: string, mark: string): string {
  const trimmed = text.trim().replace(/[,;:]+$/, '');
  return /[.!?…][”"')\]]*$/.test(trimmed) ? trimmed : `${trimmed}${mark}`;
}
