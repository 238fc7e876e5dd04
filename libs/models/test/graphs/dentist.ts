import { action, agent, annotation, decision, graph } from './builders.js';

export const dentistAgent = agent(
  'Mira',
  'Receptionist of a dental practice',
  'You answer the phone of the dental practice at the Old Harbour. The practice is open from Monday to Thursday, ' +
    'eight to five. A check-up takes about half an hour. Parking is free behind the house.',
);

/** Separates new patients from known ones, and an emergency from a check-up. */
export const dentist = graph('Makes an appointment at the dentist.', [
  action(
    'reason',
    'Find out why the patient is calling',
    ['Greet the patient and ask what brings them to the practice'],
    [
      ['The patient has an emergency such as severe pain or a broken tooth', 'urgent'],
      ['The patient wants a check-up or a cleaning', 'known'],
    ],
  ),
  annotation('urgent', 'Emergencies are seen on the same day.', 'name'),
  decision('known', 'Decide whether the patient is new', [
    ['The patient has been to this practice before', 'date'],
    ['Otherwise', 'history'],
  ]),
  action(
    'history',
    'Learn whether the patient is known here',
    ['Ask whether the patient has been to the practice before'],
    [
      ['Yes, the patient has been here before', 'date'],
      ['No, the patient is new', 'name'],
    ],
  ),
  action(
    'name',
    'Collect the contact details',
    ['Ask for their full name and phone number'],
    [['The patient has given their name and phone number', 'date']],
  ),
  action(
    'date',
    'Agree on a date',
    ['Ask for the preferred date'],
    [['The patient has named a date', 'confirm']],
  ),
  action(
    'confirm',
    'Make sure that everything is right',
    ['Summarize the appointment and ask whether everything is correct'],
    [
      ['The patient confirms the appointment', 'bye'],
      ['The patient wants another date', 'date'],
    ],
  ),
  action('bye', 'End the call in a friendly way', ['Thank the patient for calling and say goodbye'], []),
]);
