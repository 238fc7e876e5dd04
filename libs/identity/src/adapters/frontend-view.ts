import { FrontendView as FrontendViewProto } from '@svc/contracts/identity';
import { validationError } from '@svc/errors';
import type { FrontendView } from '../domain/role/role-event.js';

export function frontendViewToProto(view: FrontendView): FrontendViewProto {
  return view === 'admin' ? FrontendViewProto.FRONTEND_VIEW_ADMIN : FrontendViewProto.FRONTEND_VIEW_CLIENT;
}

/** @throws DomainError `validation_failed` when none is named. */
export function frontendViewFromProto(view: FrontendViewProto): FrontendView {
  switch (view) {
    case FrontendViewProto.FRONTEND_VIEW_CLIENT:
      return 'client';
    case FrontendViewProto.FRONTEND_VIEW_ADMIN:
      return 'admin';
    case FrontendViewProto.FRONTEND_VIEW_UNSPECIFIED:
      throw validationError([
        { loc: ['body', 'frontend_view'], msg: 'must be client or admin', type: 'enum' },
      ]);
  }
}
