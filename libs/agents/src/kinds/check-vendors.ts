import { vendorFaults, type Speech, type VendorNames } from '@svc/definitions/platform';
import { validationError } from '@svc/errors';

/** @throws DomainError `validation_failed` at each vendor of a voice that this installation does not know */
export function checkVendors(voice: Speech | null, names: VendorNames): void {
  const faults = vendorFaults(voice, names, ['body', 'voice_config']);
  if (faults.length > 0) throw validationError(faults);
}
