/**
 * The attributes of grant conditions. Clients know `org_id` and `conversation_user_id`; the others are this system's own.
 * `user_role_id` and `visible_to_admins` belong to the user that the object is about.
 */
export const attributeTypes = {
  org_id: 'text',
  conversation_user_id: 'text',
  user_id: 'text',
  user_role_id: 'text',
  service_id: 'text',
  role_id: 'text',
  visible_to_admins: 'flag',
} as const;

export type Attribute = keyof typeof attributeTypes;
export type AttributeValue = string | boolean;

export function isAttribute(value: string): value is Attribute {
  return Object.hasOwn(attributeTypes, value);
}

const organization = ['org_id'] as const;
const conversation = [
  'org_id',
  'conversation_user_id',
  'user_role_id',
  'service_id',
  'visible_to_admins',
] as const;
const newConversation = ['org_id', 'conversation_user_id', 'user_role_id', 'service_id'] as const;
const service = ['org_id', 'service_id'] as const;
const role = ['org_id', 'role_id'] as const;
const user = ['org_id', 'user_id', 'user_role_id'] as const;

/**
 * The closed list of permissions that clients know, each with the attributes that the owning service supplies. A grant with a
 * condition on any other attribute is rejected, since it could never match.
 */
export const permissionAttributes = {
  'Admin:GetModels': organization,
  'Conversation:CreateConversation': newConversation,
  'Conversation:FinishConversation': conversation,
  'Conversation:GetConversation': conversation,
  'Conversation:GetInteractionInsights': conversation,
  'Conversation:GetMessage': conversation,
  'Conversation:GetRecommendedResponses': conversation,
  'Conversation:InteractWithConversation': conversation,
  'Conversation:ModifyConversation': conversation,
  'Conversation:ReplayConversation': conversation,
  'DynamicBehaviorInstruction:CreateDynamicBehaviorInstruction': organization,
  'DynamicBehaviorInstruction:DeleteDynamicBehaviorInstruction': organization,
  'DynamicBehaviorInstruction:GetDynamicBehaviorInstruction': organization,
  'DynamicBehaviorInstruction:UpdateDynamicBehaviorInstruction': organization,
  'Metric:CreateMetric': organization,
  'Metric:DeleteMetric': organization,
  'Metric:EvaluateMetric': organization,
  'Metric:GetMetric': organization,
  'Metric:GetMetricEvaluationResult': organization,
  'Metric:ModifyMetric': organization,
  'Organization:CreateAPIKey': role,
  'Organization:CreateAgent': organization,
  'Organization:CreateAgentVersion': organization,
  'Organization:CreateOrganization': [],
  'Organization:CreateServiceHierarchicalStateMachine': organization,
  'Organization:CreateServiceHierarchicalStateMachineVersion': organization,
  'Organization:DeleteAPIKey': role,
  'Organization:DeleteAgent': organization,
  'Organization:DeleteOrganization': organization,
  'Organization:DeleteServiceHierarchicalStateMachine': organization,
  'Organization:GetAPIKey': role,
  'Organization:GetAgent': organization,
  'Organization:GetOrganizationDetails': organization,
  'Organization:GetServiceHierarchicalStateMachine': organization,
  'Organization:ModifyOrganization': organization,
  'Role:CreateRole': organization,
  'Role:CreateTemporaryPermissionGrant': organization,
  'Role:GetRole': role,
  'Role:GetTemporaryPermissionGrant': organization,
  'Role:ModifyRole': role,
  'Service:CreateService': organization,
  'Service:CreateVersionSet': service,
  'Service:DeleteVersionSet': service,
  'Service:GetService': service,
  'Service:GetVersionSet': service,
  'Service:UpdateService': service,
  'Service:UpdateVersionSet': service,
  'Simulation:CancelSimulationUnitTestSetRun': organization,
  'Simulation:CreateSimulationPersona': organization,
  'Simulation:CreateSimulationScenario': organization,
  'Simulation:CreateSimulationUnitTest': organization,
  'Simulation:CreateSimulationUnitTestSet': organization,
  'Simulation:CreateSimulationUnitTestSetRun': organization,
  'Simulation:DeleteSimulationPersona': organization,
  'Simulation:DeleteSimulationScenario': organization,
  'Simulation:DeleteSimulationUnitTest': organization,
  'Simulation:DeleteSimulationUnitTestSet': organization,
  'Simulation:GetSimulationPersona': organization,
  'Simulation:GetSimulationScenario': organization,
  'Simulation:GetSimulationUnitTest': organization,
  'Simulation:GetSimulationUnitTestSet': organization,
  'Simulation:GetSimulationUnitTestSetRun': organization,
  'Simulation:ModifySimulationPersona': organization,
  'Simulation:ModifySimulationScenario': organization,
  'Simulation:ModifySimulationUnitTest': organization,
  'Simulation:ModifySimulationUnitTestSet': organization,
  'Tool:CreateTool': organization,
  'Tool:DeleteTool': organization,
  'Tool:InvokeTool': organization,
  'Tool:ModifyTool': organization,
  'User:DeleteUser': user,
  'User:GetUserInfo': user,
  'User:GetUserModel': ['org_id', 'user_id', 'user_role_id', 'visible_to_admins'],
  'User:InviteUser': ['org_id', 'user_role_id'],
  'User:UpdateUserInfo': user,
  'Webhook:CreateWebhookDestination': organization,
  'Webhook:DeleteWebhookDestination': organization,
  'Webhook:GetWebhookDeliveries': organization,
  'Webhook:GetWebhookDestination': organization,
  'Webhook:UpdateWebhookDestination': organization,
} as const satisfies Record<string, readonly Attribute[]>;

export type PermissionName = keyof typeof permissionAttributes;

/** The attributes that a service must supply to check a permission. */
export type AttributesOf<Permission extends PermissionName> =
  (typeof permissionAttributes)[Permission][number];

export const permissionNames = Object.keys(permissionAttributes) as readonly PermissionName[];

export function isPermissionName(value: string): value is PermissionName {
  return Object.hasOwn(permissionAttributes, value);
}
