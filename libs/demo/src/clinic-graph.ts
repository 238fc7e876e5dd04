import type { ActionState, ClassicGraph, ExitCondition } from '@svc/definitions/classic';

/** An action state with the usual empty fields. */
function action(
  name: string,
  state: Pick<ActionState, 'objective' | 'actions'> & Partial<ActionState>,
): ActionState {
  return {
    type: 'action',
    name,
    intra_state_navigation_guidelines: [],
    action_guidelines: [],
    boundary_constraints: [],
    exit_conditions: [],
    action_tool_call_specs: [],
    exit_condition_tool_call_specs: [],
    skip_active_memory_retrieval: false,
    ...state,
  };
}

/** A patient may stop at any point. */
const exitByGoodbye: ExitCondition = {
  description: 'The patient wants to stop and says goodbye',
  next_state: 'goodbye',
};

/** Somebody may be in danger at any point. */
const exitByDanger: ExitCondition = {
  description: 'The life of the patient or of somebody else may be in danger',
  next_state: 'emergency_note',
};

/** What the assistant can't do itself. */
const exitToFrontDesk: ExitCondition = {
  description:
    'The patient wants to cancel or change an appointment that they have, or to talk to a person at the front desk',
  next_state: 'front_desk',
};

/** Leads from either greeting to the request, or to the end. */
const exitsOfGreeting: ExitCondition[] = [
  exitByDanger,
  exitByGoodbye,
  exitToFrontDesk,
  { description: 'The patient has described what brings them to the clinic', next_state: 'request' },
  { description: 'The patient asks to book an appointment with a doctor', next_state: 'request' },
];

/** Takes an appointment request: reason, day, time, contact, confirmation. */
export const clinicGraph = {
  description: 'Takes an appointment request for a clinic and hands it to the front desk.',
  new_user_initial_state: 'greeting',
  returning_user_initial_state: 'greeting_again',
  terminal_state: 'goodbye',
  references: {},
  global_intra_state_navigation_guidelines: [
    'Go on only when the patient has really said what is asked for.',
  ],
  global_action_guidelines: ['Ask one thing at a time.'],
  global_boundary_constraints: [
    'Never give a diagnosis or medical advice.',
    'Never promise an exact hour: the front desk settles it.',
  ],
  states: [
    action('greeting', {
      objective: 'Help the patient with an appointment',
      actions: ['Welcome the patient to the Riverside Clinic and ask what brings them to the clinic'],
      exit_conditions: exitsOfGreeting,
    }),
    action('greeting_again', {
      objective: 'Help the patient with an appointment',
      actions: ['Welcome the patient back and ask what brings them to the clinic this time'],
      exit_conditions: exitsOfGreeting,
    }),
    {
      type: 'decision',
      name: 'request',
      objective: 'Tell what may be an emergency from what can wait for an appointment',
      decision_guidelines: ['A complaint that is merely painful can wait for an appointment.'],
      exit_conditions: [
        exitByDanger,
        { description: 'Otherwise, it can wait for an appointment', next_state: 'request_note' },
      ],
      tool_call_specs: [],
      audio_fillers: ['One moment, please.'],
      audio_filler_triggered_after: 3,
    },
    {
      type: 'annotation',
      name: 'emergency_note',
      inner_thought:
        'This may be an emergency: the patient has to call 112 first, an appointment comes later.',
      next_state: 'emergency',
    },
    {
      type: 'annotation',
      name: 'request_note',
      inner_thought:
        'No emergency. The reason of the visit is known; still to find out: day, time and contact.',
      next_state: 'day',
    },
    action('emergency', {
      objective: 'Make sure that the patient gets help at once',
      actions: [
        'Tell the patient that they should call 112 now, as this may be an emergency, and ask whether they still want ' +
          'an appointment for later',
        'Tell the patient that 112 answers at any time, and ask whether an appointment is still needed for later',
      ],
      boundary_constraints: ['Never play an emergency down.'],
      exit_conditions: [
        { description: 'Yes, the patient wants an appointment for later', next_state: 'day' },
        { description: 'No, the patient does not want an appointment', next_state: 'goodbye' },
        exitByGoodbye,
      ],
    }),
    action('front_desk', {
      objective: 'Help the patient with a new appointment',
      actions: [
        'Tell the patient that the front desk answers every call on 020 7946 0100 in the opening hours, since you can ' +
          'only take requests for new appointments, and ask whether they would like a new appointment',
      ],
      exit_conditions: [
        exitByDanger,
        { description: 'Yes, the patient wants a new appointment', next_state: 'day' },
        { description: 'No, the patient does not want a new appointment', next_state: 'goodbye' },
        exitByGoodbye,
      ],
    }),
    action('day', {
      objective: 'Find a day for the appointment',
      actions: [
        'Tell the patient that the clinic is open from Monday to Friday, and ask which day they would like',
      ],
      exit_conditions: [
        exitByDanger,
        { description: 'The patient has named a day and a time', next_state: 'contact' },
        { description: 'The patient has named a day', next_state: 'time' },
        exitToFrontDesk,
        exitByGoodbye,
      ],
    }),
    action('time', {
      objective: 'Find a time for the appointment',
      actions: ['Ask whether the patient prefers the morning or the afternoon'],
      exit_conditions: [
        exitByDanger,
        { description: 'The patient has named a time of the day', next_state: 'contact' },
        exitToFrontDesk,
        exitByGoodbye,
      ],
    }),
    action('contact', {
      objective: 'Learn whom the front desk should call back',
      actions: ['Ask for their full name and phone number'],
      boundary_constraints: ['Never ask for an insurance number or a password.'],
      exit_conditions: [
        exitByDanger,
        { description: 'The patient has given their phone number', next_state: 'confirmation' },
        { description: 'The patient has given their full name', next_state: 'phone' },
        exitToFrontDesk,
        exitByGoodbye,
      ],
    }),
    action('phone', {
      objective: 'Learn how to reach the patient',
      actions: ['Ask for their phone number'],
      boundary_constraints: ['Never ask for an insurance number or a password.'],
      exit_conditions: [
        exitByDanger,
        { description: 'The patient has given their phone number', next_state: 'confirmation' },
        exitToFrontDesk,
        exitByGoodbye,
      ],
    }),
    action('confirmation', {
      objective: 'Make sure that the request is right',
      actions: [
        'Summarize the request, tell the patient that the front desk calls back within a day to settle the hour, ' +
          'and ask whether everything is correct',
      ],
      intra_state_navigation_guidelines: ['A correction of the day leads back to the day.'],
      exit_conditions: [
        exitByDanger,
        { description: 'The patient confirms that it looks good or is correct', next_state: 'goodbye' },
        { description: 'The patient does not agree, or wants another day', next_state: 'day' },
        exitToFrontDesk,
        exitByGoodbye,
      ],
    }),
    action('goodbye', {
      objective: 'End the conversation kindly',
      actions: ['Thank the patient for contacting the Riverside Clinic and say goodbye'],
    }),
  ],
} satisfies ClassicGraph;
