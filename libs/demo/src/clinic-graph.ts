import type { ActionState, ContextGraph, ExitCondition } from '@svc/engine';

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

/** An emergency may occur at any point. */
const exitsByEmergency: readonly ExitCondition[] = [
  {
    description:
      'There is an emergency such as bleeding, a stroke, a collapse, a suicide or an unconscious person',
    next_state: 'emergency_note',
  },
  {
    description: 'The patient has chest pain, trouble breathing or is not breathing',
    next_state: 'emergency_note',
  },
];

/** Leads from either greeting to the request, or to the end. */
const exitsOfGreeting: readonly ExitCondition[] = [
  exitByGoodbye,
  { description: 'The patient has described what brings them to the clinic', next_state: 'urgency' },
  { description: 'The patient asks to book an appointment with a doctor', next_state: 'urgency' },
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
      name: 'urgency',
      objective: 'Tell an emergency from everything that can wait for an appointment',
      decision_guidelines: ['When in doubt, treat it as an emergency.'],
      exit_conditions: [
        {
          description:
            'There is an emergency such as bleeding, trouble breathing, a stroke, a collapse or an unconscious person',
          next_state: 'emergency_note',
        },
        { description: 'It is about the chest or the heart', next_state: 'emergency_note' },
        { description: 'The patient cannot breathe', next_state: 'emergency_note' },
        {
          description:
            'It can wait for an appointment, such as a check-up, a vaccination, a prescription, a cough, a cold, ' +
            'a sore throat, a rash or an ache, or a knee, a back, a foot or a shoulder that hurts',
          next_state: 'request_note',
        },
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
    action('day', {
      objective: 'Find a day for the appointment',
      actions: [
        'Tell the patient that the clinic is open from Monday to Friday, and ask which day they would like',
      ],
      exit_conditions: [
        ...exitsByEmergency,
        { description: 'The patient has named a day and a time', next_state: 'contact' },
        { description: 'The patient has named a day', next_state: 'time' },
        exitByGoodbye,
      ],
    }),
    action('time', {
      objective: 'Find a time for the appointment',
      actions: ['Ask whether the patient prefers the morning or the afternoon'],
      exit_conditions: [
        ...exitsByEmergency,
        { description: 'The patient has named a time of the day', next_state: 'contact' },
        exitByGoodbye,
      ],
    }),
    action('contact', {
      objective: 'Learn whom the front desk should call back',
      actions: ['Ask for their full name and phone number'],
      boundary_constraints: ['Never ask for an insurance number or a password.'],
      exit_conditions: [
        ...exitsByEmergency,
        { description: 'The patient has given their phone number', next_state: 'confirmation' },
        { description: 'The patient has given their full name', next_state: 'phone' },
        exitByGoodbye,
      ],
    }),
    action('phone', {
      objective: 'Learn how to reach the patient',
      actions: ['Ask for their phone number'],
      boundary_constraints: ['Never ask for an insurance number or a password.'],
      exit_conditions: [
        ...exitsByEmergency,
        { description: 'The patient has given their phone number', next_state: 'confirmation' },
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
        ...exitsByEmergency,
        { description: 'The patient confirms that it looks good or is correct', next_state: 'goodbye' },
        { description: 'The patient does not agree, or wants another day', next_state: 'day' },
        exitByGoodbye,
      ],
    }),
    action('goodbye', {
      objective: 'End the conversation kindly',
      actions: ['Thank the patient for contacting the Riverside Clinic and say goodbye'],
    }),
  ],
} satisfies ContextGraph;
