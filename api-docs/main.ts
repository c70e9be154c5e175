import '@scalar/api-reference/style.css';
import './docs.css';
import { config } from 'zod';
import { addSearch } from './guide-search.ts';

addSearch();

// zod tries once whether it may compile its checks with `eval`. It may not: the policy of the page counts the try as a
// violation. zod must know before Scalar loads, which uses zod too.
config({ jitless: true });
const { withQuickStart } = await import('./quick-start.ts');
const { withGuides } = await import('./shown-reference.ts');
const { default: guides } = await import('/docs/guides/guides-of-calls.js');
const { createApiReference } = await import('@scalar/api-reference');

const response = await fetch('/api/openapi.json');
if (!response.ok) {
  document.body.append(`The description of the API did not load (HTTP ${response.status}). Reload the page.`);
  throw new Error(`/api/openapi.json answered HTTP ${response.status}`);
}

// Scalar offers services of its makers. The page leaves them out, so that nothing leaves the origin.
createApiReference('#root', {
  content: withGuides(withQuickStart(await response.json(), location.origin), guides),
  // A download would have the changes of this page. The quick start links to the document of the API.
  documentDownloadType: 'none',
  // The document names example servers. The API of this page has the origin of this page.
  servers: [{ url: location.origin }],
  // No proxy: a request of the reader goes from the browser to the API.
  proxyUrl: '',
  // A reader sees the conditions of a rule without a click.
  expandAllSchemaProperties: true,
  // The search of the bar finds parts of the guides too.
  hideSearch: true,
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
});
