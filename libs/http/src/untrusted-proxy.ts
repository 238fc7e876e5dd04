import type { Logger } from '@svc/telemetry';
import type { FastifyInstance } from 'fastify';

/**
 * For an application without trusted proxies. Behind one, all clients have the proxy's address, and the limits of an
 * address hold for all together: a few bad requests of one client lock out everybody's sign-in. Says so once.
 */
export function warnOfProxies(instance: FastifyInstance, logger: Logger): void {
  let hasWarned = false;
  instance.addHook('onRequest', (request, _reply, next) => {
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined) {
      hasWarned = true;
      logger.warn(
        'a request carries X-Forwarded-For, but no proxy is trusted: behind a proxy all clients count as one address. Set SVC_TRUSTED_PROXIES to its addresses',
        { peer: request.ip },
      );
    }
    next();
  });
}
