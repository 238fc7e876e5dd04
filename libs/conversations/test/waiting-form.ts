import type { Host } from './host.js';
import { action, keyOf, started, taken, turnRequest } from './workspaces.js';

export const page = { limit: 10, offset: 0 };
const needsForm = 'The user needs the form.';
export const form = {
  title: 'Your visit',
  fields: [
    { key: 'day', label: 'Day of the visit', field_type: 'date' },
    { key: 'insurance', label: 'Insurance number', field_type: 'text', sensitive: true },
    { key: 'note', label: 'Note', field_type: 'textarea', required: false },
  ],
};

/** A state that waits for a form. */
export function graphWith(template: object | null) {
  return {
    states: [
      action('talk', [[needsForm, 'fill in']]),
      action('fill in', [['The form was submitted.', 'farewell']], {
        wait_for: 'surface_submission',
        surface_spec_template: template,
      }),
      action('farewell', []),
    ],
    new_user_initial_state: 'talk',
    returning_user_initial_state: 'talk',
    terminal_state: 'farewell',
  };
}

/** A conversation whose state waits for a form, and that form. */
export async function waiting(at: Host) {
  const { id } = await started(at);
  at.model.choice = needsForm;
  const { outcome } = await taken(at.workspaces.takeWorkspaceTurn(turnRequest(id, 'I want a visit')));
  return { id, outcome };
}
/** The only one. */
export async function formOf(at: Host) {
  const { surfaces } = await at.surfaces.listSurfaces({ caller: keyOf(), page });
  expect(surfaces).toHaveLength(1);
  return surfaces[0]!.surfaceId;
}
