/** Maximum wait that a provider can request, so that a wrong header does not lock a client out. */
const maxSeconds = 3600;

/**
 * Seconds to wait by the response's headers (RFC 9110 section 10.2.3, and `retry-after-ms` of some providers); null when they
 * don't say. A date is compared with the response's own `date`, since both come from the provider's clock.
 */
export function retryAfterSeconds(headers: Readonly<Record<string, string>> | undefined): number | null {
  const milliseconds = amount(headers?.['retry-after-ms']);
  if (milliseconds !== null) return limited(milliseconds / 1000);
  const given = headers?.['retry-after'];
  const seconds = amount(given);
  if (seconds !== null) return limited(seconds);
  // A date names its day and month. Without this check, any number would parse as a date.
  const until = Date.parse(/[a-z]{3}/i.test(given ?? '') ? (given ?? '') : '');
  const from = Date.parse(headers?.['date'] ?? '');
  return Number.isNaN(until - from) ? null : limited((until - from) / 1000);
}

/** Some providers send fractions. */
function amount(text: string | undefined): number | null {
  return text !== undefined && /^\s*\d{1,12}(?:\.\d{1,12})?\s*$/.test(text) ? Number(text) : null;
}

function limited(seconds: number): number {
  return Math.min(maxSeconds, Math.max(1, Math.ceil(seconds)));
}
