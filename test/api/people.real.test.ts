import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { closeAll, listen } from '../platform/outbound/receiver.ts';
import { api, invokeAdmin, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { AUDIENCE, anIssuer } from '../support/issuer.ts';
import { addRule, addWallet, importInto } from './samples.ts';

afterAll(closeAll);

const UNAUTHORIZED = { status: 401, code: 'unauthorized' };
const FORBIDDEN = { status: 403, code: 'forbidden' };
const scopes = { readers: 'read', reviewers: 'review', writers: 'write', owners: 'admin' };

let mine: Awaited<ReturnType<typeof newOrganisation>>;
let provider: Awaited<ReturnType<typeof servedIssuer>>;

/** An issuer on this machine. While it is held, its answers wait. */
async function servedIssuer() {
  let waiting: ServerResponse[] | undefined;
  const url = await new Promise<string>((resolve) => {
    const server = createServer((request, response) => {
      if (waiting !== undefined) return void waiting.push(response);
      void issuer.then(async ({ documentAt, issuer }) =>
        response.end(JSON.stringify(await documentAt(`${issuer}${request.url}`))),
      );
    });
    void listen(server).then((port) => resolve(`http://127.0.0.1:${port}`));
  });
  const issuer = anIssuer(url);
  return {
    ...(await issuer),
    hold(): void {
      waiting = [];
    },
    /** How many requests wait. */
    held: () => waiting?.length ?? 0,
  };
}

const setSignIn = (organisationId = mine.organisationId, more: object = {}) =>
  invokeAdmin({
    action: 'setSignIn',
    organisationId,
    issuer: provider.issuer,
    audience: AUDIENCE,
    scopeClaim: 'groups',
    scopes,
    ...more,
  });

/** A client of a person, whose token is of now. */
async function person(groups: readonly string[], claims: object = {}) {
  const own = { name: 'Ada Lovelace', email: 'ada@example.com', groups };
  return api(await provider.token(new Date(), { ...own, ...claims }));
}

beforeAll(async () => {
  mine = await newOrganisation();
  provider = await servedIssuer();
  await setSignIn();
});

describe('A person with an access token', () => {
  it('is shown with name, e-mail and scope, and has no key', async () => {
    const ada = await person(['readers', 'reviewers']);
    expect(await ada.ok(routes.getMe)).toMatchObject({
      organisation: { id: mine.organisationId },
      scope: 'review',
      key: null,
      person: { id: 'person:ada', name: 'Ada Lovelace', email: 'ada@example.com' },
    });
    expect(await mine.api.ok(routes.getMe)).toMatchObject({ scope: 'admin', person: null });
  });

  it.each([
    ['readers', [200, 403, 403, 403]],
    ['reviewers', [200, 404, 403, 403]],
    ['writers', [200, 404, 422, 403]],
    ['owners', [200, 404, 422, 200]],
  ])('of the group %s may read, review, write and administrate with the answers %j', async (group, statuses) => {
    const ada = await person([group]);
    const id = '00000000-0000-4000-8000-000000000001';
    const answers = [
      await ada.call(routes.listWallets),
      await ada.call(routes.resolveEvent, { params: { id }, body: {} }),
      await ada.call(routes.createRule, { body: {} }),
      await ada.call(routes.listKeys),
    ];
    expect(answers.map(({ status }) => (status === 400 ? 422 : status))).toEqual(statuses);
  });

  it('is named by the events that the person acknowledges and resolves', async () => {
    const ada = await person(['reviewers']);
    const wallet = await addWallet(mine.api);
    await addRule(mine.api);
    await importInto(mine.api, wallet);
    const { data } = await eventually(
      () => mine.api.ok(routes.listEvents),
      ({ meta }) => meta.total === 1,
    );
    const params = { id: data[0]?.id ?? '' };
    expect(await ada.ok(routes.acknowledgeEvent, { params, body: { note: 'Looks fine' } })).toMatchObject({
      acknowledgedBy: 'person:ada',
      acknowledgedByName: 'Ada Lovelace',
      acknowledgementNote: 'Looks fine',
    });
    expect(await ada.ok(routes.resolveEvent, { params, body: {} })).toMatchObject({
      resolvedBy: 'person:ada',
      resolvedByName: 'Ada Lovelace',
    });
  });

  it('repeats a request with an idempotency key, which another person may use for another one', async () => {
    const [ada, bob] = [await person(['writers']), await person(['writers'], { sub: 'bob', name: 'Bob' })];
    const create = (by: ReturnType<typeof api>, label: string) =>
      by.raw({
        method: 'POST',
        path: '/api/address-book',
        headers: { 'Idempotency-Key': 'monday', 'Content-Type': 'application/json' },
        body: JSON.stringify({ address: label === 'A' ? `0x${'a1'.repeat(20)}` : `0x${'b2'.repeat(20)}`, label }),
      });
    const [first, again, others] = [await create(ada, 'A'), await create(ada, 'A'), await create(bob, 'B')];
    expect([first.status, again.status, others.status]).toEqual([201, 201, 201]);
    expect(again.body).toEqual(first.body);
    expect(Object(others.body).label).toBe('B');
  });

  it('cannot have a browser keep the token', async () => {
    expect(await (await person(['owners'])).refused(routes.keepKey)).toEqual(FORBIDDEN);
  });

  it('is unknown to every other organisation, and to this one without the sign-in', async () => {
    const other = await newOrganisation();
    expect(JSON.stringify(await setSignIn(other.organisationId))).toContain(
      'Another organisation has the value readers',
    );
    await setSignIn(other.organisationId, { scopes: { strangers: 'admin' } });
    expect(await (await person(['strangers'])).ok(routes.getMe)).toMatchObject({
      organisation: { id: other.organisationId },
    });
    expect(await (await person(['strangers', 'owners'])).refused(routes.getMe)).toEqual(UNAUTHORIZED);
    await invokeAdmin({ action: 'removeSignIn', organisationId: other.organisationId });
    expect(await (await person(['strangers'], { jti: 'new' })).refused(routes.getMe)).toEqual(UNAUTHORIZED);
  });
});

describe('A token is 401', () => {
  it.each([
    ['of another audience', { aud: 'https://api.other.example' }],
    ['of an unknown issuer', { iss: 'http://127.0.0.1:1' }],
    ['that has expired', { exp: 1 }],
    ['without the claim', { groups: [] }],
  ])('%s', async (_what, claims) => {
    expect(await (await person(['owners'], claims)).refused(routes.getMe)).toEqual(UNAUTHORIZED);
  });

  it('of more than 8 KB', async () => {
    expect(await (await person(['owners'], { filler: 'x'.repeat(8_192) })).refused(routes.getMe)).toEqual(UNAUTHORIZED);
  });

  it('from its end on, although API Gateway remembers that it was valid', async () => {
    const ends = Math.ceil(Date.now() / 1000) + 2;
    const ada = await person(['readers'], { exp: ends });
    expect((await ada.call(routes.getMe)).status).toBe(200);
    const { body } = await eventually(
      () => ada.call(routes.getMe),
      ({ status }) => status === 401,
    );
    expect(Object(body).detail).toBe('The access token has expired.');
    expect(Date.now()).toBeGreaterThanOrEqual(ends * 1000);
  });
});

describe('An issuer that does not answer', () => {
  beforeEach(async () => {
    provider = await servedIssuer();
  });

  it('does not delay API keys, and its people are refused in time', async () => {
    const { organisationId } = await newOrganisation();
    await setSignIn(organisationId);
    // Made before: the issuer has the attention of the authorizer for 2.5 s alone.
    const other = await newOrganisation();
    provider.hold();
    const ada = await person(['owners']);
    let isAnswered = false;
    const refused = ada.refused(routes.getMe).finally(() => {
      isAnswered = true;
    });
    await eventually(provider.held, (held) => held > 0);
    expect((await other.api.call(routes.getMe)).status).toBe(200);
    expect(isAnswered).toBe(false);
    expect(await refused).toEqual(UNAUTHORIZED);
  });
});
