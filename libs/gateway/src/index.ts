export type { Gateway, GatewayOptions } from './gateway.js';
export { createGateway } from './gateway.js';
export type { GatewayBounds, GatewayConfig } from './gateway-config.js';
export { gatewayBounds, gatewayConfig, gatewayAudience } from './gateway-config.js';
export type { Region } from './platform/region/region-table.js';
export { gatewayRoutes } from './controllers.js';
export type { Route } from './route/route.js';
