import type { UserDimension as UserDimensionProto } from '@svc/contracts/identity';
import type { Complete } from '@svc/event-store';
import type { UserDimension } from '../domain/organization/user-dimension.js';

export function dimensionToProto({ description, tags }: UserDimension): Complete<UserDimensionProto> {
  return { description, tags: [...tags] };
}
