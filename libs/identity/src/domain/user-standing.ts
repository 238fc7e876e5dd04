/** How a user stands in an organization from a change on; what other contexts judge by who may see their conversations. */
export interface UserStanding {
  /** Where they are at home, or a member. */
  readonly orgId: string;
  /** Counts the changes of the organization from 1. */
  readonly number: number;
  /** Null: they are neither user nor member there any more. */
  readonly roleId: string | null;
  readonly conversationsVisibleToAdmins: boolean;
}

/** What an event holds that changes how users stand. Deciders leave it out: the transaction of the append gives the number. */
export interface ChangesStandings {
  readonly standings?: readonly UserStanding[];
}
