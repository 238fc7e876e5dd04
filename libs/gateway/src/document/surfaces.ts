import type { Surface } from '../route/route.js';

export type DocumentedSurface = Exclude<Surface, 'site'>;

export interface SurfaceFacts {
  readonly title: string;
  /** Version of the interface. Inside `/v1` it only grows. */
  readonly version: string;
  readonly description: string;
  /** Name → OpenAPI security scheme. Any one is enough. */
  readonly securitySchemes: Readonly<Record<string, object>>;
}

const policy =
  'Inside /v1 the interface is only added to: ignore keys that you do not know. What is to go says so in the ' +
  'headers Deprecation and Sunset of its answers.';

export const surfaces: Readonly<Record<DocumentedSurface, SurfaceFacts>> = {
  classic: {
    title: 'Classic API',
    version: '0.1.0',
    description: `Conversations with the agents of an organization. ${policy}`,
    securitySchemes: {
      Bearer: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'The `id_token` that signing in answers. An API key is none.',
      },
      Basic: {
        type: 'http',
        scheme: 'basic',
        description: 'User `<org_id>_<user_id>` of the token, password the `id_token`.',
      },
    },
  },
  platform: {
    title: 'Platform API',
    version: '1.0.0',
    description: `Workspaces and what is in them. ${policy}`,
    securitySchemes: {
      Bearer: { type: 'http', scheme: 'bearer', description: 'A workspace API key, or a token of our own.' },
    },
  },
};
