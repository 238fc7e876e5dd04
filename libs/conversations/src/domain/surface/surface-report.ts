import type { SurfaceValue } from '@svc/engine';
import { characterCount } from '@svc/kernel';
import { givenValues, specOf, type Surface } from './surface.js';

/** What an agent can be told at once (`maxInputCharacters` of a turn), with room for the sentence before. */
const maxReportCharacters = 18_000;
/** In UTF-16 code units. */
const maxValueCharacters = 2_000;
/** All that Unicode says begins a new line. */
const lineBreaks = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/**
 * What the agent is told of a form that was submitted. Sensitive values are for those who read the surface, not for a model. Whoever fills
 * in a form may write anything: the lines of a value stand indented, so that none can pass for a line of the form.
 */
export function submittedInWords(surface: Surface): string {
  const spec = specOf(surface);
  if (spec === null) return 'The form was submitted.';
  const values = givenValues(spec, surface);
  const lines = [`The form "${spec.title}" was submitted with these values:`];
  let left = maxReportCharacters;
  for (const { key, label, sensitive } of spec.fields) {
    if (!Object.hasOwn(values, key)) continue;
    const line = `- ${label}: ${sensitive ? '(given, and not shown here)' : inWords(values[key])}`;
    left -= characterCount(line) + 1;
    if (left < 0) return [...lines, '(more was given than fits in here)'].join('\n');
    lines.push(line);
  }
  return lines.join('\n');
}

export function overInWords(surface: Surface, decision: 'expired' | 'withdrawn' | 'rejected'): string {
  const title = specOf(surface)?.title;
  const form = title === undefined ? 'The form' : `The form "${title}"`;
  return {
    expired: `${form} was not submitted in time, and can no longer be.`,
    withdrawn: `${form} was withdrawn, and can no longer be submitted.`,
    rejected: `A person has rejected ${title === undefined ? 'the form' : `the form "${title}"`}: it is not sent to the user.`,
  }[decision];
}

function inWords(value: SurfaceValue | undefined): string {
  const text = (Array.isArray(value) ? value.join(', ') : String(value)).replaceAll(lineBreaks, '\n  ');
  if (text.length <= maxValueCharacters) return text;
  const cut = text.slice(0, maxValueCharacters);
  // Half a character can't be stored.
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)} (cut)`;
}
