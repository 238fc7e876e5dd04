import { defineRoute } from '../route/route.js';
import { forEverybody } from '../route/route-access.js';

/** The page and what it loads, all from here: nobody else learns who reads it. */

const site = {
  surface: 'site',
  method: 'GET',
  access: forEverybody(),
  request: {},
  errors: [],
  perMinute: null,
} as const;

export const getReference = defineRoute({
  ...site,
  operationId: 'get-reference',
  path: '/docs',
  summary: 'The interface for people to read and try, in a browser.',
  answer: { status: 200, content: 'file', mediaType: 'text/html' },
});

export const getReferenceStart = defineRoute({
  ...site,
  operationId: 'get-reference-start',
  path: '/docs/start.js',
  summary: 'Starts the viewer on that page.',
  answer: { status: 200, content: 'file', mediaType: 'text/javascript' },
});

export const getReferenceViewer = defineRoute({
  ...site,
  operationId: 'get-reference-viewer',
  path: '/docs/swagger-ui-bundle.js',
  summary: 'The viewer, Swagger UI.',
  answer: { status: 200, content: 'file', mediaType: 'text/javascript' },
});

export const getReferenceFrame = defineRoute({
  ...site,
  operationId: 'get-reference-frame',
  path: '/docs/swagger-ui-standalone-preset.js',
  summary: 'Its top bar, where the interface is chosen.',
  answer: { status: 200, content: 'file', mediaType: 'text/javascript' },
});

export const getReferenceStyle = defineRoute({
  ...site,
  operationId: 'get-reference-style',
  path: '/docs/swagger-ui.css',
  summary: 'Its looks.',
  answer: { status: 200, content: 'file', mediaType: 'text/css' },
});
