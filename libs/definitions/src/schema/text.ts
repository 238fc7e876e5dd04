import { hasAtMostCharacters, hasVisibleText } from '@svc/kernel';
import { z } from 'zod';

export interface TextBounds {
  /** Fewest characters. */
  readonly least?: number;
  /** Most characters. */
  readonly most: number;
}

/** Text, whose characters are counted as JSON Schema counts them: code points. It is kept as it is given. */
export function text({ least = 0, most }: TextBounds) {
  const bounded = z.string().check(({ value, issues }) => {
    if (value.length < least)
      issues.push({
        ...ofText(value),
        code: 'too_small',
        minimum: least,
        message: `must hold at least ${least} ${least === 1 ? 'character' : 'characters'}`,
      });
    if (!hasAtMostCharacters(value, most))
      issues.push({
        ...ofText(value),
        code: 'too_big',
        maximum: most,
        message: `must hold at most ${most} characters`,
      });
  });
  return bounded.meta({ ...(least > 0 && { minLength: least }), maxLength: most });
}

/** Text with a character that can be seen. */
export function visibleText({ most }: { readonly most: number }) {
  return text({ least: 1, most }).refine(
    (value) => value === '' || hasVisibleText(value),
    'must hold a character that can be seen',
  );
}

/** The name of a definition. */
export const nameText = visibleText({ most: 256 });

export const descriptionText = text({ most: 2_000 });

/** Text of a form that a pattern says. @param rule the pattern in words: `must be …` */
export function patterned(pattern: RegExp, rule: string, bounds: TextBounds) {
  return text(bounds).regex(pattern, rule);
}

function ofText(value: string) {
  return { origin: 'string', input: value, inclusive: true } as const;
}
