import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newLists } from '../../../lib/operation/lists/counted-lists.ts';
import { apiKeyRepo } from '../../../lib/organisations/api-keys/repo.ts';
import { createOrganisation } from '../../../lib/organisations/create-organisation.ts';
import { type SignInRepo, signInRepo } from '../../../lib/organisations/sign-in/repo.ts';
import { SignIn } from '../../../lib/organisations/sign-in/schema.ts';
import { transact } from '../../../lib/platform/table/write.ts';
import type { OrganisationId } from '../../../lib/values/ids.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { makeTable } from '../../support/table.ts';

let deps: TestDeps;
let signIns: SignInRepo;
let issuer: string;
let own: OrganisationId;
let other: OrganisationId;
beforeAll(async () => {
  deps = testDeps(await makeTable());
  signIns = signInRepo(deps);
});
beforeEach(async () => {
  issuer = `https://${deps.newId()}.example.com`;
  own = await anOrganisation();
  other = await anOrganisation();
});

const anOrganisation = async () =>
  (await createOrganisation(deps, { apiKeys: apiKeyRepo(deps), newLists: newLists(deps) }, { name: 'Acme' }))
    .organisationId;
const aSignIn = (organisationId: OrganisationId, more: Partial<SignIn> = {}): SignIn => ({
  organisationId,
  issuer,
  audience: 'https://api.example.com',
  scopeClaim: 'groups',
  scopes: { readers: 'read' },
  ...more,
});
const found = async (audience = 'https://api.example.com') => await signIns.of(issuer, audience);

describe('signInRepo', () => {
  it('finds a sign-in by its issuer and its audience alone', async () => {
    await signIns.set(aSignIn(own));
    expect(await found()).toEqual([aSignIn(own)]);
    expect(await found('https://api.example.com/')).toEqual([]);
    expect(await signIns.of(`${issuer}/`, 'https://api.example.com')).toEqual([]);
  });

  it('replaces the sign-in of an organisation, also when the audience changes', async () => {
    await signIns.set(aSignIn(own));
    await signIns.set(aSignIn(own, { scopes: { readers: 'admin' } }));
    expect(await found()).toEqual([aSignIn(own, { scopes: { readers: 'admin' } })]);
    await signIns.set(aSignIn(own, { audience: 'another' }));
    expect(await found()).toEqual([]);
    expect(await found('another')).toHaveLength(1);
  });

  it('lets organisations share an issuer and an audience, but no value of the claim', async () => {
    await signIns.set(aSignIn(own));
    await expect(signIns.set(aSignIn(other, { scopes: { readers: 'read', x: 'read' } }))).rejects.toMatchObject({
      code: 'conflict',
    });
    await signIns.set(aSignIn(other, { scopes: { x: 'read' } }));
    expect((await found()).map(({ organisationId }) => organisationId).sort()).toEqual([own, other].sort());
  });

  it('removes the sign-in of one organisation, and may do so twice', async () => {
    await signIns.set(aSignIn(own));
    await signIns.set(aSignIn(other, { scopes: { x: 'read' } }));
    for (let twice = 0; twice < 2; twice++) await signIns.remove(own);
    expect((await found()).map(({ organisationId }) => organisationId)).toEqual([other]);
    await transact(deps.table, { signIn: await signIns.erasure(other) });
    expect(await found()).toEqual([]);
    expect(await signIns.erasure(own)).toEqual([]);
  });

  it('leaves one sign-in at most when several are set and removed at once', async () => {
    const audiences = ['a', 'b', 'c'];
    const settings = audiences.map((audience) => signIns.set(aSignIn(own, { audience })));
    const results = await Promise.allSettled([...settings, signIns.remove(own)]);
    for (const { status, ...more } of results) {
      if (status === 'rejected') expect(more).toMatchObject({ reason: { code: 'conflict' } });
    }
    expect((await Promise.all(audiences.map(found))).flat().length).toBeLessThanOrEqual(1);
    await signIns.remove(own);
    expect((await Promise.all(audiences.map(found))).flat()).toEqual([]);
  });

  it('knows no organisation that does not exist', async () => {
    const { organisationId } = SignIn.parse(aSignIn(await anOrganisation()));
    const nobody = { ...aSignIn(organisationId), organisationId: SignIn.shape.organisationId.parse(deps.newId()) };
    await expect(signIns.set(nobody)).rejects.toMatchObject({ code: 'not_found' });
    await expect(signIns.remove(nobody.organisationId)).rejects.toMatchObject({ code: 'not_found' });
    expect(await signIns.erasure(nobody.organisationId)).toEqual([]);
  });
});

describe('A sign-in', () => {
  it.each([
    ['issuer', 'http://login.example.com'],
    ['issuer', 'http://127.0.0.1.example.com'],
    ['issuer', 'https://login.example.com?tenant=1'],
    ['issuer', 'login.example.com'],
    ['audience', ''],
    ['scopeClaim', ''],
    ['scopes', {}],
    ['scopes', { readers: 'owner' }],
    ['scopes', Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`value ${n}`, 'read']))],
  ])('cannot have the %s %j', (field, value) => {
    expect(SignIn.safeParse({ ...aSignIn(own), [field]: value }).success).toBe(false);
  });
});
