import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { App, Stack } from 'aws-cdk-lib';
import { AccountRootPrincipal, Role } from 'aws-cdk-lib/aws-iam';
import * as z from 'zod';
import { builtPages } from '../../infra/page-bucket.ts';
import { headersOf, webPages } from '../../infra/web-pages.ts';
import { webRouteOf } from '../../infra/web-routes.ts';
import { ReadableTemplate } from './template.ts';

const template = new ReadableTemplate('prod', 'console');

const routing = 'chainwatch-prod-AWS::Region-routing';

// The ids of the policies that AWS manages.
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const ALL_VIEWER_EXCEPT_HOST_HEADER = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

const Behavior = z.looseObject({
  PathPattern: z.string().default('*'),
  TargetOriginId: z.string(),
  ResponseHeadersPolicyId: z.string().optional(),
});
const Config = z.looseObject({
  Origins: z.array(z.looseObject({ Id: z.string() })),
  DefaultCacheBehavior: Behavior,
  CacheBehaviors: z.array(Behavior),
});
const distribution = Config.parse(template.one('AWS::CloudFront::Distribution').DistributionConfig);
const behaviors = [distribution.DefaultCacheBehavior, ...distribution.CacheBehaviors];
const behaviorOf = (path: string) => behaviors.find(({ PathPattern }) => PathPattern === path);
const originOf = (path: string) => distribution.Origins.find(({ Id }) => Id === behaviorOf(path)?.TargetOriginId);

describe('The bucket of the pages', () => {
  it('is private and encrypted, and refuses plain HTTP', () => {
    expect(template.one('AWS::S3::Bucket')).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      BucketEncryption: { ServerSideEncryptionConfiguration: [expect.anything()] },
    });
    expect(template.one('AWS::S3::BucketPolicy')).toMatchObject({
      PolicyDocument: {
        Statement: expect.arrayContaining([
          expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
          expect.objectContaining({ Effect: 'Deny', Condition: { NumericLessThan: { 's3:TlsVersion': 1.2 } } }),
        ]),
      },
    });
  });

  it('gets the pages without the files that only the local stack and the tests need', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pages-'));
    const assets = join(folder, 'pages/console/assets');
    mkdirSync(assets, { recursive: true });
    for (const file of ['../index.html', '../index.html.gz', 'main-1.js', 'main-1.js.gz', '../../console.json']) {
      writeFileSync(join(assets, file), file);
    }
    const app = new App({ outdir: join(folder, 'out') });
    const deployment = { handlerRole: new Role(new Stack(app, 'S'), 'R', { assumedBy: new AccountRootPrincipal() }) };
    builtPages(join(folder, 'pages')).bind(new Stack(app, 'Pages'), deployment);
    const published = globSync('out/asset.*/**/*.*', { cwd: folder }).map((file) => file.split('/').slice(2).join('/'));
    rmSync(folder, { recursive: true });
    expect(published.sort()).toEqual(['console/assets/main-1.js', 'console/index.html']);
  });

  it('allows this distribution to read and list, and nobody anything else', () => {
    const Policy = z.object({ Statement: z.array(z.looseObject({ Effect: z.string() })) });
    const { Statement } = Policy.parse(template.one('AWS::S3::BucketPolicy').PolicyDocument);
    expect(Statement.filter(({ Effect }) => Effect === 'Allow')).toEqual([
      {
        Effect: 'Allow',
        Action: ['s3:GetObject', 's3:ListBucket'],
        Principal: { Service: 'cloudfront.amazonaws.com' },
        Resource: [expect.any(String), expect.any(String)],
        Condition: { StringEquals: { 'AWS:SourceArn': expect.stringMatching(/:distribution\/Distribution\w+$/) } },
      },
    ]);
  });

  it('gets the assets first, which are cached for ever, and the other files without caching', () => {
    const [assets, others] = template.properties('Custom::CDKBucketDeployment');
    expect(assets).toMatchObject({
      Exclude: ['*'],
      Include: ['*/assets/*'],
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
      Prune: false,
    });
    expect(others).toMatchObject({
      Exclude: ['*/assets/*'],
      SystemMetadata: { 'cache-control': 'no-cache' },
      Prune: false,
    });
    const dependent = Object.values(template.resources).find(({ Properties }) => Properties === others);
    expect(dependent?.DependsOn).toContainEqual(expect.stringMatching(/^AssetsCustomResource/));
  });
});

describe('The distribution', () => {
  it.each(webPages)('answers /$name/ with the headers of the page', (page) => {
    const policy = template.resources[behaviorOf(`/${page.name}/*`)?.ResponseHeadersPolicyId ?? ''];
    const headers = headersOf(page);
    expect(policy?.Properties.ResponseHeadersPolicyConfig).toMatchObject({
      SecurityHeadersConfig: {
        ContentSecurityPolicy: { ContentSecurityPolicy: headers['Content-Security-Policy'], Override: true },
        ContentTypeOptions: { Override: true },
        ReferrerPolicy: { ReferrerPolicy: headers['Referrer-Policy'], Override: true },
        StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: true, Override: true },
      },
    });
  });

  it.each(['*', '/console/*', '/docs/*'])('reads files for %s from the bucket by origin access control', (path) => {
    expect(originOf(path)).toMatchObject({
      DomainName: expect.stringMatching(/^Pages\w+\.RegionalDomainName$/),
      OriginAccessControlId: expect.stringMatching(/OriginAccessControl\w+\.Id$/),
    });
    expect(behaviorOf(path)).toMatchObject({
      AllowedMethods: ['GET', 'HEAD'],
      CachePolicyId: CACHING_OPTIMIZED,
      Compress: true,
      ViewerProtocolPolicy: 'redirect-to-https',
      FunctionAssociations: [
        { EventType: 'viewer-request', FunctionARN: 'chainwatch-prod-AWS::Region-routing.FunctionARN' },
      ],
    });
    expect(template.one('AWS::CloudFront::OriginAccessControl').OriginAccessControlConfig).toMatchObject({
      SigningBehavior: 'always',
      SigningProtocol: 'sigv4',
    });
  });

  it('forwards /api/* to the stage of the API: every method, the whole request but its host, nothing cached', () => {
    expect(originOf('/api/*')).toMatchObject({
      DomainName: expect.stringMatching(
        /^chainwatch-prod:ExportsOutputRefRestApi\w+\.execute-api\.AWS::Region\.AWS::URLSuffix$/,
      ),
      OriginPath: '/prod',
      CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
    });
    const behavior = behaviorOf('/api/*');
    expect(behavior).toMatchObject({
      AllowedMethods: expect.arrayContaining(['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE']),
      CachePolicyId: CACHING_DISABLED,
      // Forwards all cookies, and leaves `Set-Cookie` in the answer: browsers may keep a key.
      OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST_HEADER,
      // A redirect would answer a key that was sent in plain text.
      ViewerProtocolPolicy: 'https-only',
    });
    // The address of the client (test/infra/web-acl.test.ts), and no other function.
    expect(behavior).toHaveProperty('FunctionAssociations', [
      { EventType: 'viewer-request', FunctionARN: expect.stringContaining('-client.') },
    ]);
    expect(behavior).not.toHaveProperty('ResponseHeadersPolicyId');
  });

  it('replaces no error of the API by a page, and logs no request', () => {
    expect(distribution).not.toHaveProperty('CustomErrorResponses');
    expect(distribution).not.toHaveProperty('Logging');
  });
});

describe('The function of the distribution', () => {
  const code = z.string().parse(template.one('AWS::CloudFront::Function', { Name: routing }).FunctionCode);
  const handle = (uri: string): unknown =>
    runInNewContext(`${code}; JSON.parse(JSON.stringify(handler({ request: { uri, headers: {} } })))`, { uri });

  it.each(['/console/', '/console/wallets', '/console/assets/a.js', '/docs/', '/docs/guides/', '/docs/x', '/other'])(
    'asks the bucket for the file that webRouteOf names for %s',
    (path) => {
      const route = webRouteOf(path);
      expect(handle(path)).toEqual({ uri: 'file' in route && route.file, headers: {} });
    },
  );

  it.each(['/', '/console', '/docs', '/docs/guides'])('redirects %s as webRouteOf does', (path) => {
    const route = webRouteOf(path);
    expect(handle(path)).toEqual(
      'redirect' in route && { statusCode: route.status, headers: { location: { value: route.redirect } } },
    );
  });

  it('is small enough for CloudFront, which takes 10 KB', () => {
    expect(Buffer.byteLength(code)).toBeLessThan(10_000);
    expect(template.one('AWS::CloudFront::Function', { Name: routing }).FunctionConfig).toMatchObject({
      Runtime: 'cloudfront-js-2.0',
    });
  });
});

describe('The stack of the console', () => {
  it('has no AwsSolutions finding without an acknowledged reason', () => {
    expect(template.findings).toEqual([]);
  });
});
