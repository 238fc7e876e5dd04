import type { Page } from '@svc/contracts/common';
import { validationError, type FieldError } from '@svc/errors';

const mostItems = 100;
/** Prisma takes no offset beyond it. */
const largestOffset = 2 ** 31 - 1;

/** @throws DomainError `validation_failed` when it is out of bounds. */
export function pageOf(page: Page | undefined): Page {
  const { limit, offset } = page ?? { limit: mostItems, offset: 0 };
  const faults: FieldError[] = [];
  if (limit < 0 || limit > mostItems) {
    faults.push({ loc: ['query', 'limit'], msg: `must be from 0 to ${mostItems}`, type: 'out_of_range' });
  }
  if (offset < 0 || offset > largestOffset) {
    const msg = 'must be a token that this list has given';
    faults.push({ loc: ['query', 'continuation_token'], msg, type: 'out_of_range' });
  }
  if (faults.length > 0) throw validationError(faults);
  return { limit, offset };
}
