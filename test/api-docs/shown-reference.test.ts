import { describe, expect, it } from '@jest/globals';
import { withGuides } from '../../api-docs/shown-reference.ts';

const bodyOf = (properties: Readonly<Record<string, unknown>>) => ({
  content: { 'application/json': { schema: { type: 'object', properties } } },
});
const shown = withGuides(
  {
    openapi: '3.1.0',
    paths: {
      '/api/wallets': { post: { description: 'Adds one.', requestBody: bodyOf({ label: {} }) } },
      '/api/lists/{id}/refresh': { post: { requestBody: bodyOf({}) } },
    },
  },
  { 'POST /api/wallets': 'Guides: [Wallets](/docs/guides/api.html#wallets)' },
);

describe('The reference that the page shows', () => {
  it('ends the description of a call with its guides, and keeps a body with fields', () => {
    expect(shown).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/api/wallets': {
          post: {
            description: 'Adds one.\n\nGuides: [Wallets](/docs/guides/api.html#wallets)',
            requestBody: bodyOf({ label: {} }),
          },
        },
      },
    });
  });

  it('has no body where no field can be sent', () => {
    expect(shown).toHaveProperty(['paths', '/api/lists/{id}/refresh', 'post'], { description: '' });
  });
});
