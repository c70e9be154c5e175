import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { COOKIE_NAME, keepingCookie } from '../../lib/organisations/api-keys/kept-key.ts';
import { makeKey } from '../../lib/organisations/api-keys/key.ts';
import { dataKeyOf, sealer } from '../../lib/platform/sealer.ts';
import { stageNamed } from './stage-variants.ts';
import { ReadableTemplate } from './template.ts';

const prod = new ReadableTemplate('prod');

describe('A stage with a domain', () => {
  const template = new ReadableTemplate('other-prod');

  it('serves the API under it with TLS 1.2, at the root of the domain', () => {
    expect(template.one('AWS::ApiGateway::DomainName')).toMatchObject({
      DomainName: 'api.example.com',
      RegionalCertificateArn: expect.stringContaining(':certificate/1'),
      EndpointConfiguration: { Types: ['REGIONAL'] },
      SecurityPolicy: 'TLS_1_2',
    });
    const mapping = template.one('AWS::ApiGateway::BasePathMapping');
    expect(mapping.Stage).toMatch(/^RestApiDeploymentStage/);
    expect(mapping).not.toHaveProperty('BasePath');
  });

  const own = /^https:\/\/chainwatch-prod\.execute-api\..+\/prod$/;

  it.each([
    ['plain', own, false],
    ['domain-made', own, false],
    ['domain-used', 'https://api.example.com', false],
    ['domain-only', 'https://api.example.com', true],
  ] as const)('in the step %s links to %s, and closes the address of API Gateway: %s', (variant, url, isClosed) => {
    const main = new ReadableTemplate(variant);
    const deliver = main.one('AWS::Lambda::Function', { FunctionName: 'chainwatch-prod-deliver' });
    expect(deliver.Environment).toMatchObject({ Variables: { SERVICE_URL: expect.stringMatching(url) } });
    expect(main.outputs.ApiUrl).toMatch(url);
    expect(main.one('AWS::ApiGateway::RestApi').DisableExecuteApiEndpoint).toBe(isClosed);
    expect(main.all('AWS::ApiGateway::DomainName')).toHaveLength(variant === 'plain' ? 0 : 1);
    const console = new ReadableTemplate(variant, 'console');
    const Config = z.object({
      Origins: z.array(z.looseObject({ DomainName: z.string(), OriginPath: z.string().optional() })),
    });
    const { Origins } = Config.parse(console.one('AWS::CloudFront::Distribution').DistributionConfig);
    const ofApi = Origins.filter(({ DomainName }) => /execute-api|^api\.example\.com$/.test(DomainName));
    expect(ofApi.length).toBeGreaterThan(0);
    for (const { DomainName, OriginPath = '' } of ofApi) {
      const [host, path] = url === own ? [/execute-api/, '/prod'] : [/^api\.example\.com$/, ''];
      expect(DomainName).toMatch(host);
      expect(OriginPath).toBe(path);
    }
  });

  it('deploys the API again when it closes or opens its address, which takes effect with a deployment only', () => {
    const deploymentOf = (variant: string) =>
      Object.entries(new ReadableTemplate(variant).resources)
        .filter(([, { Type }]) => Type === 'AWS::ApiGateway::Deployment')
        .map(([id]) => id);
    expect(deploymentOf('domain-only')).not.toEqual(deploymentOf('domain-used'));
    expect(deploymentOf('domain-used')).toEqual(deploymentOf('domain-made'));
  });
});

describe('The web ACL', () => {
  const Rules = z.array(
    z.object({
      Name: z.string(),
      Action: z.object({ Block: z.object({}) }),
      Statement: z.object({
        RateBasedStatement: z.object({
          AggregateKeyType: z.literal('IP'),
          Limit: z.number(),
          EvaluationWindowSec: z.literal(300),
          ScopeDownStatement: z.unknown().optional(),
        }),
      }),
    }),
  );
  const rules = Rules.parse(prod.one('AWS::WAFv2::WebACL').Rules);

  it('limits the requests of an IP address, more tightly without a key', () => {
    expect(rules.map(({ Name, Statement }) => [Name, Statement.RateBasedStatement.Limit])).toEqual([
      ['without-key', 300],
      ['with-key', 300_000],
    ]);
    // A key at its whole rate for five minutes is far below the limit of its address.
    expect(300_000).toBeGreaterThan(10 * 300 * stageNamed('prod').keyThrottle.rate);
  });

  it('takes our keys and the cookies that keep them for keys, and nothing else', () => {
    const Match = z.object({
      RegexMatchStatement: z.object({
        RegexString: z.string(),
        FieldToMatch: z.object({ SingleHeader: z.object({ Name: z.string() }) }),
      }),
    });
    const Statement = z.object({
      NotStatement: z.object({ Statement: z.object({ OrStatement: z.object({ Statements: z.array(Match) }) }) }),
    });
    const scope = Statement.parse(rules[0]?.Statement.RateBasedStatement.ScopeDownStatement);
    const { Statements } = scope.NotStatement.Statement.OrStatement;
    expect(Statements.map((each) => each.RegexMatchStatement.FieldToMatch.SingleHeader.Name)).toEqual([
      'authorization',
      'cookie',
    ]);
    const [isKey, isKeptKey] = Statements.map(
      ({ RegexMatchStatement: { RegexString } }) =>
        (header: string) =>
          new RegExp(RegexString).test(header.toLowerCase()),
    );
    const key = makeKey('live', (size) => Buffer.alloc(size, 7));
    for (const scheme of ['Bearer', 'bearer ']) expect(isKey?.(`${scheme} ${key}`)).toBe(true);
    for (const other of ['', 'Bearer x', 'Basic YQ==', 'Bearer cw_live_short']) expect(isKey?.(other)).toBe(false);
    const { cookie } = keepingCookie(sealer([dataKeyOf('1'.repeat(32))]), key, new Date());
    for (const header of [cookie, `a=b; ${cookie}`]) expect(isKeptKey?.(header)).toBe(true);
    for (const other of ['', 'a=b', `x${cookie}`, `${COOKIE_NAME}=`]) expect(isKeptKey?.(other)).toBe(false);
  });

  it('is in front of the stage of the API, and not in dev', () => {
    expect(prod.one('AWS::WAFv2::WebACLAssociation').WebACLArn).toBe('chainwatch-prod.Arn');
    expect(JSON.stringify(prod.one('AWS::WAFv2::WebACLAssociation').ResourceArn)).toContain('/restapis/');
    expect(new ReadableTemplate('dev').all('AWS::WAFv2::WebACL')).toEqual([]);
  });
});
