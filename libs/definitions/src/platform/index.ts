export { AgentBody, AgentVersionBody, Identity, RelationshipToDeveloper } from './agent.js';
export {
  fromAgentVersion,
  toAgentVersion,
  type AgentVersion,
  type AgentVersionResponse,
} from './agent-version.js';
export { LanguageProviderEntry, ownSessionProvider, speechVendors, VoiceConfig } from './voice.js';
export { noVendorNames, vendorFaults, vendorOf, type Speech, type VendorNames } from './vendor-faults.js';
export { EscalationPolicy, ServiceBody, ServiceTag } from './service.js';
export { ServiceForwardingConfig, ServiceVoiceConfig } from './service-voice.js';
export { VersionSet, versionSetName } from './version-set.js';
export { LLMConfig, LLMExperienceControls } from './language-model.js';
export { IntegrationToolRef, SkillBody, skillSlug, StaticToolDef } from './skill.js';
export {
  approvalPolicies,
  EndpointBody,
  headerName,
  IntegrationBody,
  integrationSlug,
  McpAuth,
  McpIntegrationBody,
  OAuth2ClientCredentialsAuth,
  RestAuth,
  RestIntegrationBody,
  secretText,
  StaticHeaderAuth,
  webAddress,
} from './integration.js';
export { EndpointTest, ToolExecution } from './tool-call.js';
export {
  brokenRules,
  compileGraph,
  ContextGraphVersionBody,
  graphWarnings,
  namedTools,
  type AuthoringRights,
  type NamedTool,
  type PlatformGraph,
  type PlatformState,
} from './graph/index.js';
export {
  readSurfaceTemplate,
  shownOf,
  SurfaceBody,
  SurfaceBranding,
  surfaceChannels,
  SurfaceField,
  surfaceFieldTypes,
  SurfaceSection,
  type ShownSurface,
  type SurfaceRequestBody,
  type SurfaceTemplateBody,
} from './surface/index.js';
