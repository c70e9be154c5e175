import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { FRONT_HEADERS } from '../../infra/web-acl.ts';
import { COOKIE_NAME, keepingCookie } from '../../lib/organisations/api-keys/kept-key.ts';
import { makeKey } from '../../lib/organisations/api-keys/key.ts';
import { dataKeyOf, sealer } from '../../lib/platform/sealer.ts';
import { stageNamed } from './stage-variants.ts';
import { ReadableTemplate } from './template.ts';
import { Rules, type Seen, webAcl } from './web-acl-player.ts';

const prod = new ReadableTemplate('prod');
const console = new ReadableTemplate('prod', 'console');
const rules = Rules.parse(prod.one('AWS::WAFv2::WebACL').Rules);
const Config = z.object({
  Origins: z.array(
    z.object({
      Id: z.string(),
      OriginCustomHeaders: z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })).default([]),
    }),
  ),
  CacheBehaviors: z.array(
    z.object({
      PathPattern: z.string(),
      TargetOriginId: z.string(),
      FunctionAssociations: z.array(z.object({ EventType: z.string(), FunctionARN: z.string() })).default([]),
    }),
  ),
});
const { Origins, CacheBehaviors } = Config.parse(console.one('AWS::CloudFront::Distribution').DistributionConfig);

const key = makeKey('live', (size) => Buffer.alloc(size, 7));
const withKey = { authorization: `Bearer ${key}` };
const EDGE = '130.176.0.1';

/** The value that both templates take from the secret. */
const PROOF = 'p'.repeat(64);
const resolved = (reference: string): string => (reference.includes('resolve:secretsmanager') ? PROOF : reference);
const secret = JSON.stringify(rules).match(/"SearchString":"([^"]+)"/)?.[1] ?? '';
const acl = () => webAcl(Rules.parse(JSON.parse(JSON.stringify(rules).replaceAll(secret, PROOF))));

/** What the API gets of a request that a client sends to CloudFront. */
function throughCloudFront(ip: string, headers: Seen['headers'] = {}): Seen {
  const [api] = CacheBehaviors.filter(({ PathPattern }) => PathPattern === '/api/*');
  const [association] = api?.FunctionAssociations ?? [];
  expect(association?.EventType).toBe('viewer-request');
  const Code = z.object({ FunctionCode: z.string(), Name: z.string() });
  const code = console
    .properties('AWS::CloudFront::Function')
    .map((each) => Code.parse(each))
    .find(({ Name }) => association?.FunctionARN.includes(Name));
  const event = {
    viewer: { ip },
    request: { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }])) },
  };
  const Answer = z.object({ headers: z.record(z.string(), z.object({ value: z.string() })) });
  const answer = Answer.parse(runInNewContext(`${code?.FunctionCode}\nhandler(event)`, { event }));
  const origin = Origins.find(({ Id }) => Id === api?.TargetOriginId);
  const added = origin?.OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName, resolved(HeaderValue)]);
  const sent = Object.entries(answer.headers).map(([name, { value }]) => [name, value]);
  return { ip: EDGE, headers: Object.fromEntries([...sent, ...(added ?? [])]) };
}

/** The rule that blocks the last of many equal requests. */
function lastOf(count: number, see: ReturnType<typeof webAcl>, request: Seen): string | null {
  let blocking: string | null = null;
  for (let n = 0; n < count; n++) blocking = see(request);
  return blocking;
}

describe('The web ACL', () => {
  it('limits the requests of an address, more tightly without a key', () => {
    expect(rules.map(({ Name, Statement }) => [Name, Statement.RateBasedStatement.Limit])).toEqual([
      ['without-key', 300],
      ['with-key', 300_000],
      ['without-key-through-cloudfront', 300],
      ['with-key-through-cloudfront', 300_000],
    ]);
    // A key at its whole rate for five minutes is far below the limit of its address.
    expect(300_000).toBeGreaterThan(10 * 300 * stageNamed('prod').keyThrottle.rate);
  });

  it('counts a client by his own address, directly and through CloudFront', () => {
    const see = acl();
    expect(lastOf(300, see, { ip: '192.0.2.1', headers: {} })).toBeNull();
    expect(lastOf(1, see, { ip: '192.0.2.1', headers: {} })).toBe('without-key');
    expect(lastOf(300, see, throughCloudFront('192.0.2.2'))).toBeNull();
    expect(lastOf(1, see, throughCloudFront('192.0.2.2'))).toBe('without-key-through-cloudfront');
  });

  it('lets others use the console and the documentation while a client attacks through the same edge', () => {
    const see = acl();
    const attack = throughCloudFront('198.51.100.7', withKey);
    expect(lastOf(300_001, see, attack)).toBe('with-key-through-cloudfront');
    expect(lastOf(400, see, throughCloudFront('198.51.100.7'))).toBe('without-key-through-cloudfront');
    expect(see(throughCloudFront('192.0.2.3', withKey))).toBeNull();
    expect(see(throughCloudFront('192.0.2.3'))).toBeNull();
  });

  it('believes no address that a client claims, neither directly nor through CloudFront', () => {
    const see = acl();
    let direct: string | null = null;
    let through: string | null = null;
    for (let n = 0; n < 301; n++) {
      const claimed = `203.0.113.${n % 250}`;
      const forged = { 'x-forwarded-for': claimed, [FRONT_HEADERS.client]: claimed, [FRONT_HEADERS.proof]: 'guess' };
      direct = see({ ip: '198.51.100.8', headers: forged });
      through = see(throughCloudFront('198.51.100.9', forged));
    }
    expect(direct).toBe('without-key');
    expect(through).toBe('without-key-through-cloudfront');
  });

  it('refuses a proven request without the address of its client', () => {
    expect(acl()({ ip: EDGE, headers: { [FRONT_HEADERS.proof]: PROOF } })).toBe('without-key-through-cloudfront');
  });

  it('takes our keys and the cookies that keep them for keys, and nothing else', () => {
    const isKey = (headers: Seen['headers']) => lastOf(301, acl(), { ip: '192.0.2.1', headers }) === null;
    for (const scheme of ['Bearer', 'bearer ']) expect(isKey({ authorization: `${scheme} ${key}` })).toBe(true);
    for (const other of ['', 'Bearer x', 'Basic YQ==', 'Bearer cw_live_short']) {
      expect(isKey({ authorization: other })).toBe(false);
    }
    const { cookie } = keepingCookie(sealer([dataKeyOf('1'.repeat(32))]), key, new Date());
    for (const header of [cookie, `a=b; ${cookie}`]) expect(isKey({ cookie: header })).toBe(true);
    for (const other of ['', 'a=b', `x${cookie}`, `${COOKIE_NAME}=`]) expect(isKey({ cookie: other })).toBe(false);
  });

  it('is in front of the stage of the API, and not in dev', () => {
    expect(prod.one('AWS::WAFv2::WebACLAssociation').WebACLArn).toBe('chainwatch-prod.Arn');
    expect(JSON.stringify(prod.one('AWS::WAFv2::WebACLAssociation').ResourceArn)).toContain('/restapis/');
    expect(new ReadableTemplate('dev').all('AWS::WAFv2::WebACL')).toEqual([]);
  });
});

describe('The proof that a request comes from CloudFront', () => {
  const sent = Origins.flatMap(({ OriginCustomHeaders }) => OriginCustomHeaders);

  it('is a reference to one secret in both templates, which hold no value of it', () => {
    expect(sent.map(({ HeaderName }) => HeaderName)).toEqual([FRONT_HEADERS.proof]);
    expect(sent[0]?.HeaderValue).toBe('{{resolve:secretsmanager:chainwatch-prod/front-proof:SecretString:::}}');
    expect(secret).toContain('{{resolve:secretsmanager:chainwatch-prod/front-proof');
    expect(prod.one('AWS::SecretsManager::Secret', { Name: 'chainwatch-prod/front-proof' })).toHaveProperty(
      'GenerateSecretString',
    );
  });

  it('goes with every request for the API, and with no request of a stage without a web ACL', () => {
    const [api] = Origins.filter(({ OriginCustomHeaders }) => OriginCustomHeaders.length > 0);
    const proven = CacheBehaviors.filter(({ TargetOriginId }) => TargetOriginId === api?.Id);
    expect(proven.map(({ PathPattern }) => PathPattern)).toEqual(['/api/*', '/a/*']);
    for (const { FunctionAssociations } of proven) expect(FunctionAssociations).toHaveLength(1);
    const dev = new ReadableTemplate('dev', 'console');
    expect(JSON.stringify(dev.one('AWS::CloudFront::Distribution'))).not.toContain(FRONT_HEADERS.proof);
  });
});
