/** A side of people that an organization wants to know: entries of user models are sorted along dimensions. */
export interface Dimension {
  readonly description: string;
  /** Words that name it. */
  readonly tags: readonly string[];
}

/** For an organization that has set none. */
export const defaultDimensions: readonly Dimension[] = [
  { description: 'Who the person is and where they live', tags: ['identity', 'name', 'home'] },
  { description: 'Family and other people in their life', tags: ['family', 'relationships'] },
  { description: 'Health: allergies, medicines, conditions', tags: ['health', 'allergy', 'medicine'] },
  { description: 'What they like, dislike and prefer', tags: ['preferences'] },
  { description: 'What they plan and want to reach', tags: ['plans', 'goals'] },
];
