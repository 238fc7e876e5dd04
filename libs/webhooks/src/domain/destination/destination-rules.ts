import { type FieldChecks, type DomainError, validationError } from '@svc/errors';
import { isWebhookEventType, webhookEventTypes } from '../event-type-name.js';
import { limits } from '../limits.js';

/** What a destination's owner can change. */
export interface DestinationSettings {
  readonly acceptedTypes: readonly string[];
  /** 1 to 5, with the first attempt. */
  readonly retryAttempts: number;
  /** Whether deliveries of one conversation wait for the earlier ones. */
  readonly inConversationOrder: boolean;
}

export function checkSettings(
  checks: FieldChecks,
  { acceptedTypes, retryAttempts }: DestinationSettings,
): void {
  acceptedTypes.forEach((name, index) => {
    if (!isWebhookEventType(name))
      checks.refuse(
        ['body', 'accepted_types', index],
        `must be one of ${webhookEventTypes.join(', ')}`,
        'enum',
      );
  });
  checks.unique(['body', 'accepted_types'], acceptedTypes);
  const { minRetryAttempts: least, maxRetryAttempts: most } = limits;
  if (!Number.isInteger(retryAttempts) || retryAttempts < least || retryAttempts > most)
    checks.refuse(
      ['body', 'retry_attempts'],
      `must be a whole number from ${least} to ${most}`,
      'out_of_range',
    );
}

/** @param allowsPlain whether `http` is allowed. */
export function checkUrl(checks: FieldChecks, url: string, allowsPlain: boolean): void {
  const loc = ['body', 'url'];
  checks.text(loc, url, limits.urlCharacters);
  const parsed = URL.parse(url);
  const protocols = allowsPlain ? ['https:', 'http:'] : ['https:'];
  if (!parsed || !protocols.includes(parsed.protocol))
    checks.refuse(loc, `must be a URL with ${protocols.map((name) => `${name}//`).join(' or ')}`, 'url');
  else if (parsed.username !== '' || parsed.password !== '')
    checks.refuse(loc, 'must not hold a user or a password: verify the signature instead', 'url');
}

export function urlIsFixed(): DomainError {
  const msg = 'can not be changed: create another destination, and delete this one';
  return validationError([{ loc: ['body', 'url'], msg, type: 'immutable' }]);
}
