import { listParkedInboxStreams, type ParkedInboxStream } from '@svc/event-bus';
import { hasErased } from '@svc/event-store';
import { withSharedDatabase } from '@svc/installation';
import { organizationOf, streamId, userOfSubject, workspaceOf } from '@svc/kernel';
import type { Executor, PooledDatabase } from '@svc/postgres';
import { confirmedWithinMs, listOpenErasures, type OpenErasure } from '@svc/privacy';
import type { Session } from './session.js';

/** The consumer by which a context erases, and the one by which identity records it. */
const [eraser, listener] = ['erasure', 'erasure-confirmations'];

/**
 * Prints a line for each deleted user and context that has not confirmed the erasure, with what to do next. The exit
 * code is 1 if one of them is overdue.
 */
export function tellPrivacyStatus(session: Session): Promise<void> {
  // Of services with their own databases, identity's knows it.
  return withSharedDatabase(session, (database) => tell(session, database), ['identity']);
}

async function tell(session: Session, database: PooledDatabase): Promise<void> {
  const open = await listOpenErasures(database);
  for (const erasure of open) {
    const { subject, context, sinceMs } = erasure;
    const isOverdue = Date.now() - sinceMs > confirmedWithinMs;
    const next = await nextStep(database, erasure);
    session.tell(
      JSON.stringify({ subject, context, since: new Date(sinceMs).toISOString(), isOverdue, next }),
    );
    if (isOverdue) session.fail();
  }
  if (open.length === 0) session.warn('Every deleted user is erased everywhere.');
}

/** As far as the database knows. */
async function nextStep(database: Executor, { subject, context }: OpenErasure): Promise<string> {
  if (!(await isHere(database, context))) return waitingFor(context);
  const parkedThere = await listParkedInboxStreams(database, context);
  const failed = parkedThere.find((each) => each.consumer === eraser && each.streamId === erasedIn(subject));
  if (failed) return commandFor(failed, context);
  if (!(await hasErased(database, context, subject))) return `${waitingFor(context)}${orAtOnce(subject)}`;
  const parkedHere = await listParkedInboxStreams(database, 'identity');
  const isUnheard = parkedHere.some((each) => each.consumer === listener && each.source === context);
  return isUnheard
    ? 'It is erased there, but identity could not handle the confirmation: npm run admin -- bus parked identity'
    : 'It is erased there, and the confirmation is on its way: check that identity runs and reaches the bus.';
}

/** The stream that says a subject is erased. That of a user's events has the subject's id. */
function erasedIn(subject: string): string {
  const person = userOfSubject(subject);
  const isOfWorkspace = person !== null && workspaceOf(person.tenantId) !== null;
  return isOfWorkspace ? streamId(person.tenantId, 'person', person.userId) : subject;
}

function waitingFor(context: string): string {
  return `${context} has not handled the deletion yet: check that it runs and reaches the bus`;
}

function orAtOnce(subject: string): string {
  const user = userOfSubject(subject);
  if (user === null) return '';
  const command = 'or npm run admin -- privacy';
  const organization = organizationOf(user.tenantId);
  if (organization !== null) return `, ${command} erase ${organization} ${user.userId}`;
  return `, ${command} erase-person ${workspaceOf(user.tenantId)} ${user.userId}`;
}

function commandFor({ kind, reason, source, streamId }: ParkedInboxStream, context: string): string {
  const word = kind === 'diverged' ? 'resync' : 'redrive';
  return `${context} could not erase it (${kind}: ${reason}): npm run admin -- bus ${word} ${context} ${eraser} ${source} ${streamId}`;
}

async function isHere(database: Executor, context: string): Promise<boolean> {
  const { rows } = await database.query<{ here: boolean }>({
    name: 'context_is_here',
    text: `SELECT to_regclass($1 || '.erased_subject') IS NOT NULL AS here`,
    values: [context],
  });
  return rows[0]?.here === true;
}
