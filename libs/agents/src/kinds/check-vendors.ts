import { noVendorNames, vendorFaults, type Speech } from '@svc/definitions/platform';
import { validationError } from '@svc/errors';

/** @throws DomainError `validation_failed` at each vendor of a voice that this installation does not know */
export function checkVendors(voice: Speech | null): void {
  const faults = vendorFaults(voice, noVendorNames, ['body', 'voice_config']);
  if (faults.length > 0) throw validationError(faults);
}
