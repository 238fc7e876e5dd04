/**
 * The statement of a memory about its person, in a form that can be compared. At any time a person has one value for an
 * attribute and an item of it: a later memory with another value supersedes the earlier one.
 *
 *     { attribute: 'home', item: null, value: 'Berlin' }
 *     { attribute: 'family', item: 'sister', value: 'Anna' }
 *     { attribute: 'allergy', item: 'penicillin', value: 'no' }
 */
export interface Fact {
  /** One word: `name`, `home`, `family`, `allergy`, `medicine`, `preference`, `plan`, or another. */
  readonly attribute: string;
  /** Which one, if a person can have several; null for an attribute with a single value. */
  readonly item: string | null;
  readonly value: string;
}
