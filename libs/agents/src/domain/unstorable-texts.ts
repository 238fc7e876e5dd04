import type { FieldError } from '@svc/errors';
import { isStorableText } from '@svc/kernel';

/** The texts and keys in a JSON value that can't be stored (U+0000, lone surrogates), as broken fields. */
export function unstorableTexts(value: unknown, at: FieldError['loc']): readonly FieldError[] {
  if (typeof value === 'string') {
    const msg = 'must not hold U+0000 or lone surrogates';
    return isStorableText(value) ? [] : [{ loc: at, msg, type: 'string_unstorable' }];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => unstorableTexts(item, [...at, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    ...unstorableTexts(key, at),
    ...unstorableTexts(item, [...at, key]),
  ]);
}
