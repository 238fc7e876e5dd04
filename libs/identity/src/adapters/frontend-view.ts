import { FrontendView as FrontendViewMessage } from '@svc/contracts/identity';
import { validationError } from '@svc/errors';
import type { FrontendView } from '../domain/role/role-event.js';

export function frontendViewToMessage(view: FrontendView): FrontendViewMessage {
  return view === 'admin'
    ? FrontendViewMessage.FRONTEND_VIEW_ADMIN
    : FrontendViewMessage.FRONTEND_VIEW_CLIENT;
}

/** @throws DomainError `validation_failed` when none is named. */
export function frontendViewFromMessage(view: FrontendViewMessage): FrontendView {
  switch (view) {
    case FrontendViewMessage.FRONTEND_VIEW_CLIENT:
      return 'client';
    case FrontendViewMessage.FRONTEND_VIEW_ADMIN:
      return 'admin';
    case FrontendViewMessage.FRONTEND_VIEW_UNSPECIFIED:
      throw validationError([
        { loc: ['body', 'frontend_view'], msg: 'must be client or admin', type: 'enum' },
      ]);
  }
}
