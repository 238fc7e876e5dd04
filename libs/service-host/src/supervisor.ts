import type { GracefulLifecycle } from '@svc/runtime';

/** What a process tells whoever has started it with a channel (`child_process.fork`): it serves. */
export const startedMessage = 'svc:started';

/**
 * The end of a process in a supervisor's hands: it stops in order when its supervisor is gone, however that ended, so that
 * nothing is left behind. Does nothing where nobody supervises.
 */
export function stopWithSupervisor(lifecycle: GracefulLifecycle): void {
  process.once('disconnect', () => {
    void lifecycle
      .stop('the supervisor has gone')
      .then(({ failed }) => process.exit(failed.length === 0 ? 0 : 1));
  });
}

/** To be called once the process serves. */
export function tellSupervisor(): void {
  process.send?.(startedMessage);
}
