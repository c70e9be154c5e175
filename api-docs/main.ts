import '@scalar/api-reference/style.css';
import { config } from 'zod';

// Scalar uses zod, which tries once whether it may compile its checks with `eval`. It may not: the policy of the page
// counts the try as a violation. zod must know before Scalar loads.
config({ jitless: true });
const { createApiReference } = await import('@scalar/api-reference');

// Scalar offers services of its makers. The page leaves them out, so that nothing leaves the origin.
createApiReference('#root', {
  url: '/api/openapi.json',
  // The document names example servers. The API of this page has the origin of this page.
  servers: [{ url: location.origin }],
  // No proxy: a request of the reader goes from the browser to the API.
  proxyUrl: '',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
});
