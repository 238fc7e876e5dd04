import type { ConversationSocket } from './conversation-socket.js';

/** Of all workspaces together, through one gateway. */
const mostInAll = 4_000;
/** Of one workspace, through one gateway. */
const mostOfWorkspace = 1_000;

export interface SocketBounds {
  readonly inAll: number;
  readonly perWorkspace: number;
}

export const defaultSocketBounds: SocketBounds = { inAll: mostInAll, perWorkspace: mostOfWorkspace };

/** The place of one socket among those that are open. */
export interface SocketPlace {
  /** @returns false: the workspace has too many */
  admit(workspaceId: string): boolean;
  /** One socket at a time has a conversation. @returns false: another one has it */
  claim(conversationId: string): boolean;
  leave(): void;
}

/** The sockets of this gateway. */
export class OpenSockets {
  #inAll = 0;
  readonly #ofWorkspaces = new Map<string, number>();
  readonly #ofConversations = new Map<string, ConversationSocket>();

  constructor(private readonly bounds: SocketBounds = defaultSocketBounds) {}

  get count(): number {
    return this.#inAll;
  }

  /** @returns undefined: too many are open */
  enter(socket: () => ConversationSocket): SocketPlace | undefined {
    if (this.#inAll >= this.bounds.inAll) return undefined;
    this.#inAll += 1;
    let isOver = false;
    let ofWorkspace: string | undefined;
    let ofConversation: string | undefined;
    return {
      admit: (workspaceId) => {
        const others = this.#ofWorkspaces.get(workspaceId) ?? 0;
        if (isOver || others >= this.bounds.perWorkspace) return false;
        this.#ofWorkspaces.set((ofWorkspace = workspaceId), others + 1);
        return true;
      },
      claim: (conversationId) => {
        const key = `${ofWorkspace}/${conversationId}`;
        if (isOver || this.#ofConversations.has(key)) return false;
        this.#ofConversations.set((ofConversation = key), socket());
        return true;
      },
      leave: () => {
        if (isOver) return;
        isOver = true;
        this.#inAll -= 1;
        if (ofConversation !== undefined) this.#ofConversations.delete(ofConversation);
        if (ofWorkspace === undefined) return;
        const left = (this.#ofWorkspaces.get(ofWorkspace) ?? 1) - 1;
        if (left === 0) this.#ofWorkspaces.delete(ofWorkspace);
        else this.#ofWorkspaces.set(ofWorkspace, left);
      },
    };
  }

  /** Something has happened in a conversation that its socket may have to tell. */
  wake(workspaceId: string, conversationId: string): void {
    this.#ofConversations.get(`${workspaceId}/${conversationId}`)?.wake();
  }
}
