import type { UserDimension as UserDimensionMessage } from '@svc/contracts/identity';
import type { Complete } from '@svc/event-store';
import type { UserDimension } from '../domain/organization/user-dimension.js';

export function dimensionToMessage({ description, tags }: UserDimension): Complete<UserDimensionMessage> {
  return { description, tags: [...tags] };
}
