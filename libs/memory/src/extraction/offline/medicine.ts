const known =
  /^(?:aspirin|paracetamol|acetaminophen|insulin|warfarin|digoxin|lithium|prednisone|prednisolone|cortisone|morphine|sertraline|citalopram|escitalopram|venlafaxine|tramadol|melatonin|antihistamines?|tylenol|advil|xanax|prozac|ventolin|\p{L}{2,}(?:cillin|mycin|floxacin|cycline|profen|olol|pril|sartan|statin|azole|formin|gliptin|xaban|parin|thyroxine|azepam|azolam|oxetine|triptan|lukast|terol|tidine|semide|thiazide|dipine|gabalin|pentin|codone|codeine))$/iu;
const amount = '\\d+(?:[.,]\\d+)? ?(?:mg|mcg|µg|IU|units)';
const dosed = new RegExp(
  `^(?:(${amount}) (?:of )?)?([\\p{L}-]+(?: [\\p{L}-]+)?)(?: (${amount}))?(?: (?:for|in|since|after|before|with|at) .*)?$`,
  'iu',
);

/** A medicine and its dose. It must have a dose or a known name: one can also take `the bus` or `my time`. */
export function medicinesIn(
  thing: string,
): readonly Readonly<Record<'medicine' | 'dose' | 'amount', string>>[] {
  const [, before, medicine = '', behind] = dosed.exec(thing) ?? [];
  const dose = before ?? behind;
  if (dose === undefined) return known.test(medicine) ? [{ medicine, dose: 'yes', amount: '' }] : [];
  return [{ medicine, dose, amount: `, ${dose}` }];
}
