import type { RegionCode } from '@svc/kernel';
import type { RandomBytes } from '@svc/sealing';

export interface WorkspacesOptions {
  readonly random: RandomBytes;
  /** Where this installation is: workspaces that are made here are kept here. */
  readonly region: RegionCode;
}

/** `@Inject(WORKSPACES_OPTIONS) options: WorkspacesOptions` */
export const WORKSPACES_OPTIONS = Symbol('WORKSPACES_OPTIONS');
