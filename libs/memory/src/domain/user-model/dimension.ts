/** An aspect of people that an organization wants to know. Entries of user models are sorted by dimensions. */
export interface Dimension {
  readonly description: string;
  /** Words that name it. */
  readonly tags: readonly string[];
}

/** For an organization without its own. */
export const defaultDimensions: readonly Dimension[] = [
  { description: 'Who the person is and where they live', tags: ['identity', 'name', 'home'] },
  { description: 'Family and other people in their life', tags: ['family', 'relationships'] },
  { description: 'Health: allergies, medicines, conditions', tags: ['health', 'allergy', 'medicine'] },
  { description: 'What they like, dislike and prefer', tags: ['preferences'] },
  { description: 'What they plan and want to reach', tags: ['plans', 'goals'] },
];
