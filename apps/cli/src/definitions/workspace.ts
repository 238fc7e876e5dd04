import { UsageError } from '../exit-codes.js';
import type { Session } from '../session.js';
import type { Checker } from './checker.js';
import type { Kind, Stored } from './kinds.js';

/** What stands in the workspace, by name (or slug); read with its newest version where one asks for it. */
export class Workspace {
  readonly #items = new Map<string, Item[]>();
  readonly #client;

  private constructor(
    session: Session,
    private readonly kind: Kind,
    private readonly checker: Checker,
  ) {
    this.#client = session.platform();
  }

  static async open(session: Session, kind: Kind, checker: Checker): Promise<Workspace> {
    const workspace = new Workspace(session, kind, checker);
    for await (const item of kind.list(workspace.#client)) {
      const key = String((item as Item)[kind.key]);
      workspace.#items.set(key, [...(workspace.#items.get(key) ?? []), item as Item]);
    }
    return workspace;
  }

  get keys(): readonly string[] {
    return [...this.#items.keys()];
  }

  /** @throws UsageError where several have the name: files could not say which is meant */
  async read(key: string): Promise<Stored | undefined> {
    const [item, ...others] = this.#items.get(key) ?? [];
    if (item === undefined) return undefined;
    if (others.length > 0)
      throw new UsageError(`${others.length + 1} ${this.kind.name} are called "${key}". Rename all but one.`);
    const { definition, ...rest } = await this.kind.read(this.#client, item);
    return { id: item.id, ...rest, definition: this.checker.normal(definition) };
  }
}

type Item = Readonly<Record<string, unknown>> & { readonly id: string };
