import { expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { api as clientOf, newOrganisation } from '../support/api.ts';
import { stackUrl } from '../support/stack-url.ts';

it('Everybody may ask for the key of the checkpoints, and keep the answer for an hour', async () => {
  const answer = await fetch(new URL('/api/audit/key', stackUrl('STACK_URL')));
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600']);
  expect(await answer.json()).toEqual({
    keyId: expect.any(String),
    algorithm: 'ECDSA_SHA_256',
    publicKey: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----\n/),
  });
});

it('Only an admin lists the checkpoints, of which a new organisation has none', async () => {
  const { api } = await newOrganisation();
  expect(await api.ok(routes.listCheckpoints)).toEqual({
    data: [],
    meta: { total: 0, page: 1, pageSize: 25, next: null },
  });
  const { key } = await api.ok(routes.createKey, { body: { name: 'Writer', scope: 'write' } });
  expect((await clientOf(key).refused(routes.listCheckpoints)).code).toBe('forbidden');
});
