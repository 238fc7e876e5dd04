/** A webhook that is not genuine, or can't be read. It has no HTTP fields. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}
