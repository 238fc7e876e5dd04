/**
 * Stands for the offline model among the configured ones: rules instead of a neural network, without network. They read the task
 * of a call and not its prompt, so they have a port of their own (`RulesPort`).
 */
export const offlineModel = { provider: 'offline', modelId: 'rules-1' } as const;

export type OfflineModel = typeof offlineModel;
