import type { RegionCode } from '@svc/kernel';
import type { RandomBytes } from '@svc/sealing';

export interface WorkspacesOptions {
  readonly random: RandomBytes;
  /** The region of this installation, and of workspaces created here. */
  readonly region: RegionCode;
}

/** `@Inject(WORKSPACES_OPTIONS) options: WorkspacesOptions` */
export const WORKSPACES_OPTIONS = Symbol('WORKSPACES_OPTIONS');
