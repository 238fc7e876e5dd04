import type { Requester } from '@svc/rpc';

/** Whoever runs the installation asks: nobody's permissions are judged. */
export type Operator = Pick<Requester, 'metadata'>;
