/**
 * What a memory says of its person, taken apart so that memories can be compared. At any time a person has one value
 * for an attribute and an item of it: a later memory with another value supersedes the earlier one.
 *
 *     { attribute: 'home', item: null, value: 'Berlin' }
 *     { attribute: 'family', item: 'sister', value: 'Anna' }
 *     { attribute: 'allergy', item: 'penicillin', value: 'no' }
 */
export interface Fact {
  /** In a word: `name`, `home`, `family`, `allergy`, `medicine`, `preference`, `plan`, or another. */
  readonly attribute: string;
  /** Which one, where a person can have several; null for an attribute of which there is only one. */
  readonly item: string | null;
  readonly value: string;
}
