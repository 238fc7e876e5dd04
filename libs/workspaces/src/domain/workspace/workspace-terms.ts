/** What a workspace is for. */
export const workspaceEnvironments = ['production', 'staging', 'development'] as const;

/** Systems of record that a workspace can be connected with. */
export const connectorTypes = [
  'epic',
  'cerner',
  'allscripts',
  'fhir_store',
  'athenahealth',
  'charmhealth',
  'eclinicalworks',
  'meditab',
] as const;
