import { DomainError } from '@svc/errors';
import { parseJsonBody } from '@svc/http';
import type { z } from 'zod';
import type { TurnFrame } from '../conversation/turn-frames.js';
import type { SocketKind } from './socket-address.js';

/** What a client has said. */
export type Heard =
  | { readonly type: 'message'; readonly text: string; readonly clientMessageId: string | undefined }
  | { readonly type: 'stop' }
  /** A frame that can't be taken: why, for the client. */
  | { readonly type: 'refused'; readonly why: string };

export type Ending = 'stopped' | 'completed' | 'disconnected' | 'other';

export interface OpenedSession {
  readonly sessionId: string;
  readonly conversationId: string;
  readonly entityId: string;
  readonly serviceId: string;
}

/** A frame to be sent, as JSON. */
export type Frame = Readonly<Record<string, unknown>>;

/** Tells the frames of one turn. */
export interface TurnTeller {
  begun(): readonly Frame[];
  tell(frame: TurnFrame): readonly Frame[];
  /** After the turn, however it ended. */
  over(isDuplicate: boolean): readonly Frame[];
}

/** The frames of one kind of socket. */
export interface Dialect {
  readonly kind: SocketKind;
  readonly ping: Frame;
  /** @param bytes of a text frame */
  hear(bytes: Buffer): Heard;
  opened(session: OpenedSession): Frame;
  turn(withTools: boolean): TurnTeller;
  /** A frame was not taken. @param mayGoOn no turn runs */
  refused(why: string, mayGoOn: boolean): readonly Frame[];
  /** What the agent said without being asked. */
  late(frames: readonly TurnFrame[], withTools: boolean): readonly Frame[];
  ended(why: Ending): readonly Frame[];
}

/** JSON of a frame that has the form. */
export function readFrame<Schema extends z.ZodType>(
  bytes: Buffer,
  schema: Schema,
): z.output<Schema> | { readonly type: 'refused'; readonly why: string } {
  let value: unknown;
  try {
    value = parseJsonBody(bytes, frameBounds);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { type: 'refused', why: 'The frame must be a JSON object of storable text in UTF-8.' };
  }
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  const at = issue?.path.join('.') ?? '';
  return {
    type: 'refused',
    why: `The frame can not be taken: ${at === '' ? 'it' : at} ${saysOf(issue?.message)}.`,
  };
}

const frameBounds = { deepestNesting: 10, values: 100 };

/** Zod's own words may quote what was sent. */
function saysOf(message = ''): string {
  return message.startsWith('must ') ? message : 'has not the form that is asked for';
}
