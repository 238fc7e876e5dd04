/** Who made a change: the user, and the organization that issued the user's token. */
export interface Author {
  readonly orgId: string;
  readonly userId: string;
}
