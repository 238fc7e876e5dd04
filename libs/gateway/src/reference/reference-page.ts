/** Has no inline scripts, so its policy needs no exception for them. */
export const referencePage = Buffer.from(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API reference</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/swagger-ui-standalone-preset.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`);

/**
 * No validator: Swagger UI's would send the address of the document to its makers. The top bar chooses the document.
 */
export const referenceStart = Buffer.from(`SwaggerUIBundle({
  urls: [
    { name: 'Classic', url: '/v1/openapi.json' },
    { name: 'Platform', url: '/v1/platform/openapi.json' },
  ],
  dom_id: '#reference',
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  deepLinking: true,
  validatorUrl: null,
});
`);

/** The viewer sets styles from scripts and draws icons from data URLs. It may connect only to this server. */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
