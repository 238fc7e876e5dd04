/** What the demo's clinic wants to know of its patients. */
export const demoDimensions = [
  { description: 'Who the patient is and where they live', tags: ['identity', 'name', 'home'] },
  { description: 'Family and other people who care for the patient', tags: ['family'] },
  { description: 'Health: allergies, medicines and conditions', tags: ['health', 'allergy', 'medicine'] },
  { description: 'How the patient prefers to be treated and reached', tags: ['preferences'] },
  { description: 'What the patient plans, appointments among it', tags: ['plans', 'appointments'] },
];
