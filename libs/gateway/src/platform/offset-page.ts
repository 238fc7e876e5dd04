import { wholeNumber } from '../wire/query.js';

/** `limit` from 1, and `offset`: how many items come before the page. */
export function offsetParameters(maximum: number, standard: number) {
  return {
    limit: wholeNumber(1, maximum).default(standard),
    offset: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
  };
}
