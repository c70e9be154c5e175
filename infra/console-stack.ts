import { CfnOutput, Duration, Stack, Validations } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  Function as ViewerFunction,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { ISource } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';
import { usedDomain } from './api-domain.ts';
import { createPageBucket } from './page-bucket.ts';
import type { Stage } from './stages.ts';
import { FRONT_HEADERS, proofOf } from './web-acl.ts';
import { contentSecurityPolicy, HSTS_SECONDS, webPages } from './web-pages.ts';
import { webRouteOf } from './web-routes.ts';

export interface ConsoleProps {
  readonly stage: Stage;
  readonly api: SpecRestApi;
  /** The built pages. */
  readonly pages: ISource;
}

/**
 * The pages of a stage and its API on one origin:
 *
 *   browser ─▶ CloudFront ─┬─ /api/*, /a/* ────────────────▶ API Gateway, stage of the API
 *                          └─ everything else ─ webRouteOf ─▶ bucket of the built pages
 *
 * Names of CloudFront contain the region: an account has them once, and a stage may move to another region.
 */
export class ConsoleStack extends Stack {
  constructor(scope: Construct, { stage, api: restApi, pages }: ConsoleProps) {
    super(scope, `chainwatch-${stage.name}-console`, stage.env && { env: stage.env });
    const api = apiBehavior(this, restApi, stage);
    const file = fileBehavior(this, createPageBucket(this, stage, pages), stage);
    const [console, ...others] = webPages.map((page) => ({
      path: `/${page.name}/*`,
      behavior: { ...file, responseHeadersPolicy: headersPolicy(this, stage, page) },
    }));
    if (console === undefined) throw new Error('There is no page');
    const distribution = new Distribution(this, 'Distribution', {
      comment: `chainwatch-${stage.name}`,
      // Paths outside of the pages are redirects or unknown. The policy of the console is the strictest.
      defaultBehavior: console.behavior,
      additionalBehaviors: {
        ...Object.fromEntries([console, ...others].map(({ path, behavior }) => [path, behavior])),
        '/api/*': api,
        // The links of messages.
        '/a/*': api,
      },
      httpVersion: HttpVersion.HTTP2_AND_3,
      // North America and Europe; other places are served from there.
      priceClass: PriceClass.PRICE_CLASS_100,
    });
    acknowledgeFindings(distribution);
    new CfnOutput(this, 'ConsoleUrl', { value: `https://${distribution.domainName}/console/` });
    new CfnOutput(this, 'DocsUrl', { value: `https://${distribution.domainName}/docs/` });
  }
}

function fileBehavior(stack: Stack, bucket: ReturnType<typeof createPageBucket>, stage: Stage): BehaviorOptions {
  const routing = new ViewerFunction(stack, 'Routing', {
    functionName: `chainwatch-${stage.name}-${stack.region}-routing`,
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(ROUTING_CODE),
  });
  return {
    origin: S3BucketOrigin.withOriginAccessControl(bucket, {
      originAccessControl: new S3OriginAccessControl(stack, 'OriginAccessControl', {
        originAccessControlName: `chainwatch-${stage.name}-${stack.region}`,
      }),
      // S3 answers 404 for an unknown file only to a caller that may list the files; others get 403.
      originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
    }),
    // Follows the Cache-Control of each file. Forwards no query string, by which a caller could list the files.
    cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    compress: true,
    functionAssociations: [{ function: routing, eventType: FunctionEventType.VIEWER_REQUEST }],
  };
}

/** The CloudFront Function in front of the bucket. */
const ROUTING_CODE = `${webRouteOf}

function handler(event) {
  const route = webRouteOf(event.request.uri);
  if (route.file === undefined) {
    return { statusCode: route.status, headers: { location: { value: route.redirect } } };
  }
  event.request.uri = route.file;
  return event.request;
}
`;

/** The CloudFront Function that tells the API the address of the client. */
const CLIENT_CODE = `function handler(event) {
  event.request.headers['${FRONT_HEADERS.client}'] = { value: event.viewer.ip };
  return event.request;
}
`;

function apiBehavior(stack: Stack, { restApiId }: SpecRestApi, stage: Stage): BehaviorOptions {
  const { region, urlSuffix } = stack;
  const domain = usedDomain(stage);
  // Without a web ACL nothing asks for the address of the client.
  const tellsClient =
    stage.limitsAddresses &&
    new ViewerFunction(stack, 'Client', {
      functionName: `chainwatch-${stage.name}-${region}-client`,
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(CLIENT_CODE),
    });
  return {
    origin: new HttpOrigin(domain ?? `${restApiId}.execute-api.${region}.${urlSuffix}`, {
      // The domain of the API leads to its stage.
      ...(domain === undefined && { originPath: `/${stage.name}` }),
      ...(stage.limitsAddresses && { customHeaders: { [FRONT_HEADERS.proof]: proofOf(stage) } }),
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      // More than API Gateway waits for a function. The first bytes of a streamed export can take longer.
      readTimeout: Duration.seconds(60),
    }),
    cachePolicy: CachePolicy.CACHING_DISABLED,
    // Everything of the request, with `Authorization`. API Gateway knows itself by the host.
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    allowedMethods: AllowedMethods.ALLOW_ALL,
    // No redirect, which would answer a key that was sent in plain text.
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    compress: false,
    ...(tellsClient && {
      functionAssociations: [{ function: tellsClient, eventType: FunctionEventType.VIEWER_REQUEST }],
    }),
  };
}

/** The headers of `headersOf(page)`, as CloudFront takes them. */
function headersPolicy(stack: Stack, stage: Stage, page: (typeof webPages)[number]): ResponseHeadersPolicy {
  const override = true;
  return new ResponseHeadersPolicy(stack, `Headers-${page.name}`, {
    responseHeadersPolicyName: `chainwatch-${stage.name}-${stack.region}-${page.name}`,
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(page, stage.signIn), override },
      contentTypeOptions: { override },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.seconds(HSTS_SECONDS),
        includeSubdomains: true,
        override,
      },
    },
  });
}

function acknowledgeFindings(distribution: Distribution): void {
  const reasons = {
    'AwsSolutions-CFR1': 'Customers are everywhere.',
    'AwsSolutions-CFR2': 'The files are public, and the API throttles; a web ACL is the choice of the account.',
    'AwsSolutions-CFR3': 'API Gateway logs every request to the API. Requests for public files say nothing of use.',
    'AwsSolutions-CFR4': 'Only a domain with a certificate of its own can require TLS 1.2; the stage has none.',
  };
  for (const [id, reason] of Object.entries(reasons)) Validations.of(distribution).acknowledge({ id, reason });
}
