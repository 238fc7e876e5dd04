/** The pages of a list: those which tell a token, the next offset, or only that there is more. */
export interface PageOfList {
  readonly has_more: boolean;
  readonly continuation_token?: unknown;
  readonly next_offset?: number | null;
}

/** Where the next page begins. */
export interface PagePosition {
  readonly continuation_token?: unknown;
  readonly offset?: number;
}

/**
 * The items of all pages, one after the other. A page is asked for when the items before it have been taken. A page with a token
 * may have no items, where all of them were left out.
 * @param fetchPage gets what to send beside the parameters of the list; nothing for the first page
 * @param itemsOf the items of a page
 * @param offset of the first page
 */
export async function* paginate<Page extends PageOfList, Item>(
  fetchPage: (position: PagePosition) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
  offset = 0,
): AsyncGenerator<Item, void, undefined> {
  let position: PagePosition | undefined = {};
  let next = offset;
  while (position !== undefined) {
    const page: Page = await fetchPage(position);
    const items = itemsOf(page);
    yield* items;
    next += items.length;
    const after = positionAfter(page, next);
    position = leadsOn(after, position, items.length) ? after : undefined;
  }
}

/** An offset moves by the items before it, and a token that does not change would lead to the same page for ever. */
function leadsOn(after: PagePosition | undefined, before: PagePosition, itemCount: number): boolean {
  const token = after?.continuation_token;
  if (token === undefined) return itemCount > 0;
  return JSON.stringify(token) !== JSON.stringify(before.continuation_token);
}

/** A page that has a token says with it whether there is another. */
function positionAfter(page: PageOfList, offset: number): PagePosition | undefined {
  if (!page.has_more) return undefined;
  if ('continuation_token' in page) {
    const { continuation_token: token } = page;
    return token === null || token === undefined ? undefined : { continuation_token: token };
  }
  return { offset: page.next_offset ?? offset };
}
