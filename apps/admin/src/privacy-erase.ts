import { StartupError } from '@svc/errors';
import type { ServiceClients } from '@svc/installation';
import { organizationTenant, userOfSubject, userSubject, workspaceTenant } from '@svc/kernel';
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
  await withRunningServices(session, async (clients) => {
    const { keys } = await clients.dataKeys.getKeys({ subjects: [subject] });
    if (!keys[0]?.erased)
      throw new StartupError(
        `There is no deleted user ${userId} in ${orgId}: delete the user first, over the API.`,
      );
    await eraseInContexts(session, clients, subject);
  });
}

export interface PersonOfWorkspace {
  readonly workspaceId: string;
  /** Id of the entity. */
  readonly personId: string;
}

/** Erases a person of a workspace everywhere, without waiting for the event. Can be repeated. */
export async function erasePersonOfWorkspace(
  session: Session,
  { workspaceId, personId }: PersonOfWorkspace,
): Promise<void> {
  await withRunningServices(session, async (clients) => {
    const asked = userSubject(workspaceTenant(workspaceId.toLowerCase()), personId.toLowerCase());
    // All that are one with them, themselves last.
    const { subjects } = await clients.worldAdmin.listSubjectsOfPerson({ subject: asked });
    for (const subject of subjects) {
      const id = userOfSubject(subject)?.userId ?? personId;
      await clients.identityAdmin.eraseWorkspacePerson({ workspaceId, personId: id });
      session.tell(`identity: the key of ${subject} is destroyed.`);
      await eraseInContexts(session, clients, subject);
    }
  });
}

async function eraseInContexts(
  session: Session,
  { conversationsAdmin, memoryAdmin, worldAdmin }: ServiceClients,
  subject: string,
): Promise<void> {
  await conversationsAdmin.eraseSubject({ subject });
  session.tell(`conversations: ${subject} is erased.`);
  await memoryAdmin.eraseSubject({ subject });
  session.tell(`memory: ${subject} is erased.`);
  await worldAdmin.eraseSubject({ subject });
  session.tell(`world: ${subject} is erased.`);
}
