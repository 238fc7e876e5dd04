import {
  checkedSurfaceValue,
  type SurfaceConditionSpec,
  type SurfaceFieldSpec,
  type SurfaceSpec,
} from '@svc/engine';
import type { z } from 'zod';

type Rules = Pick<SurfaceSpec, 'fields' | 'sections'>;

/** Uploads have no route here, so a form that asks for one could never be filled in. */
const uploads: ReadonlySet<string> = new Set(['photo', 'signature', 'file']);
const choices: ReadonlySet<string> = new Set(['select', 'multiselect']);

/** Of all keys together, in bytes of UTF-8: the event of a submission names them, and takes little more. */
const maxKeyBytes = 60 * 1_024;

/** The rules between the parts of a form, for `superRefine`. */
export function brokenSurfaceRules({ fields, sections }: Rules, context: z.RefinementCtx): void {
  const refuse = (path: readonly (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path: [...path], message });
  const keyBytes = fields.reduce((sum, { key }) => sum + Buffer.byteLength(key), 0);
  if (keyBytes > maxKeyBytes) refuse(['fields'], `must have keys of at most ${maxKeyBytes} bytes together`);
  const places = new Map<string, number>();
  for (const [place, field] of fields.entries()) {
    const at = ['fields', place];
    if (places.has(field.key)) refuse([...at, 'key'], 'must not name the same key twice');
    else places.set(field.key, place);
    for (const [name, message] of brokenFieldRules(field)) refuse([...at, name], message);
    if (field.condition && !isBefore(field.condition, place))
      refuse([...at, 'condition', 'field'], 'must be the key of an earlier field');
  }
  for (const [place, { field_keys: keys, condition }] of (sections ?? []).entries()) {
    const at = ['sections', place];
    const unknown = keys.findIndex((key) => !places.has(key));
    if (unknown !== -1) refuse([...at, 'field_keys', unknown], 'must be the key of a field');
    const first = Math.min(...keys.map((key) => places.get(key) ?? Infinity));
    if (condition && !isBefore(condition, first))
      refuse([...at, 'condition', 'field'], 'must be the key of a field before the section');
  }

  function isBefore({ field }: SurfaceConditionSpec, place: number): boolean {
    return (places.get(field) ?? Infinity) < place;
  }
}

function* brokenFieldRules(field: SurfaceFieldSpec): Generator<readonly [string, string]> {
  const { field_type: type, options, prefill_value: prefill } = field;
  if (uploads.has(type)) yield ['field_type', `${type} is not served: forms take no uploads`];
  if (choices.has(type) && (options ?? []).length === 0)
    yield ['options', 'must hold at least 1 option to choose from'];
  if (prefill === null || uploads.has(type)) return;
  const checked = checkedSurfaceValue(field, prefill);
  if ('reason' in checked) yield ['prefill_value', checked.reason];
}
