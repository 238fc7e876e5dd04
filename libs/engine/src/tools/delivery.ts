import type { Delivery } from '../graph/tool-spec.js';
import type { ToolHandling, ToolOutcome } from '../input/tool-call.js';

/** When an outcome that comes late is taken up: failures go by class, then as failures, then as results do. */
export function deliveryOf(
  { delivery, failureDelivery, failureDeliveryByClass }: ToolHandling,
  { status, failure }: Pick<ToolOutcome, 'status' | 'failure'>,
): Delivery {
  if (status === 'ended') return delivery;
  const byClass = failure === null ? undefined : failureDeliveryByClass?.[failure];
  return byClass ?? failureDelivery ?? delivery;
}
