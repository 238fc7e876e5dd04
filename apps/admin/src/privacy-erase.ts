import { StartupError } from '@svc/errors';
import { organizationTenant, userSubject } from '@svc/kernel';
import { withRunningServices } from './running-services.js';
import type { Session } from './session.js';

export interface DeletedUser {
  readonly orgId: string;
  readonly userId: string;
}

/**
 * Removes a deleted user's data next to their sealed events, in the contexts that a deletion does not reach.
 * @throws StartupError unless the user is deleted: an erased user could no longer be shown anything
 */
export async function eraseDeletedUser(session: Session, { orgId, userId }: DeletedUser): Promise<void> {
  const subject = userSubject(organizationTenant(orgId), userId);
  await withRunningServices(session, async ({ dataKeys, conversationsAdmin, memoryAdmin, worldAdmin }) => {
    const { keys } = await dataKeys.getKeys({ subjects: [subject] });
    if (!keys[0]?.erased)
      throw new StartupError(
        `There is no deleted user ${userId} in ${orgId}: delete the user first, over the API.`,
      );
    await conversationsAdmin.eraseSubject({ subject });
    session.tell(`conversations: ${subject} is erased.`);
    await memoryAdmin.eraseSubject({ subject });
    session.tell(`memory: ${subject} is erased.`);
    await worldAdmin.eraseSubject({ subject });
    session.tell(`world: ${subject} is erased.`);
  });
}
