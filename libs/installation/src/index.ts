export type { Configuration } from './configuration.js';
export { configuration, localWebhookDefaults, warningsAbout } from './configuration.js';
export type { ContextName, StandaloneContext } from './contexts/contexts.js';
export { contextNames, contexts } from './contexts/contexts.js';
export type { ByService, ProcessName } from './contexts/process-names.js';
export { byService, processNames } from './contexts/process-names.js';
export { certificateFiles, makeCertificates, installerTls } from './data-folder/certificates.js';
export type { Installation } from './data-folder/installation.js';
export { openInstallation } from './data-folder/installation.js';
export { existingInstallationId, installationId } from './data-folder/installation-id.js';
export {
  adoptNextMasterKey,
  deriveMasterKeys,
  existingMasterKey,
  nextMasterKey,
} from './data-folder/master-key-file.js';
export type { StandaloneDatabase } from './database/database.js';
export { openDatabase } from './database/database.js';
export { assertReadable, migrate } from './database/migrate.js';
export { withDatabase, withSharedDatabase } from './database/stopped-database.js';
export type { ListedWorkspace } from './services/administered-workspaces.js';
export { administeredWorkspaces } from './services/administered-workspaces.js';
export type { ContextModules } from './services/context-modules.js';
export { createContextModules, tokenIssuer } from './services/context-modules.js';
export { openErasures } from './services/erasures.js';
export type { LocalServices } from './services/local-services.js';
export { openLocalServices } from './services/local-services.js';
export { connectRunningServices, removeAddresses, writeAddresses } from './services/running-services.js';
export type { ServiceClients, ServiceConnections } from './services/service-clients.js';
export { connectServices } from './services/service-clients.js';
