import { RemovalPolicy, SecretValue, Validations } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { COOKIE_NAME } from '../lib/organisations/api-keys/kept-key.ts';
import type { Stage } from './stages.ts';

/** A header `Authorization`, in lower case, that may contain a key. AWS WAF cannot know whether the key exists. */
const KEY = '^bearer +cw_(live|test)_[0-9a-z]{36} *$';
/** A header `Cookie`, in lower case, that may contain a sealed key. */
const KEPT_KEY = `(^|; ?)${COOKIE_NAME}=[0-9a-z_.-]{100}`;

/** Requests of an IP address in five minutes. */
const LIMITS = {
  /** Without a key: nobody but a monitor and the readers of messages needs the public routes more often. */
  withoutKey: 300,
  /** With anything that looks like a key: twenty keys at their whole rate of 50 a second. */
  withKey: 300_000,
} as const;

/**
 * The headers that CloudFront adds to requests for the API, whatever a client sent under these names. `proof` shows
 * that the request comes from the distribution of the stage: only then AWS WAF believes the address in `client`.
 */
export const FRONT_HEADERS = { proof: 'x-chainwatch-front', client: 'x-chainwatch-client' } as const;

const proofName = (stage: Stage): string => `chainwatch-${stage.name}/front-proof`;

/** The value of `proof`. CloudFormation reads it when it deploys, so no template has it. */
export const proofOf = (stage: Stage): string => SecretValue.secretsManager(proofName(stage)).unsafeUnwrap();

type Statement = CfnWebACL.StatementProperty;

const not = (statement: Statement): Statement => ({ notStatement: { statement } });
const both = (...statements: Statement[]): Statement => ({ andStatement: { statements } });

const matches = (header: string, regexString: string): Statement => ({
  regexMatchStatement: {
    regexString,
    fieldToMatch: { singleHeader: { Name: header } },
    textTransformations: [{ priority: 0, type: 'LOWERCASE' }],
  },
});

/** Refuses addresses of clients that send too many requests, with 403, before the authorizer runs. */
export function limitByAddress(scope: Construct, stage: Stage, api: SpecRestApi): void {
  const proof = createProof(scope, stage);
  const looksLikeKey = { orStatement: { statements: [matches('authorization', KEY), matches('cookie', KEPT_KEY)] } };
  const isProven: Statement = {
    byteMatchStatement: {
      searchString: proof.secretValue.unsafeUnwrap(),
      positionalConstraint: 'EXACTLY',
      fieldToMatch: { singleHeader: { Name: FRONT_HEADERS.proof } },
      textTransformations: [{ priority: 0, type: 'NONE' }],
    },
  };
  const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
    cloudWatchMetricsEnabled: true,
    metricName,
    sampledRequestsEnabled: false,
  });
  const byAddress = { aggregateKeyType: 'IP' } as const;
  // The address of a request through CloudFront is that of an edge, which many clients share. A request without the
  // header of the client, which CloudFront always adds, is refused.
  const byClient = {
    aggregateKeyType: 'FORWARDED_IP',
    forwardedIpConfig: { headerName: FRONT_HEADERS.client, fallbackBehavior: 'MATCH' },
  } as const;
  const rule = (
    priority: number,
    name: string,
    limit: number,
    aggregate: typeof byAddress | typeof byClient,
    scopeDownStatement: Statement,
  ): CfnWebACL.RuleProperty => ({
    name,
    priority,
    action: { block: {} },
    statement: { rateBasedStatement: { ...aggregate, limit, evaluationWindowSec: 300, scopeDownStatement } },
    visibilityConfig: visibility(name),
  });
  const acl = new CfnWebACL(scope, 'WebAcl', {
    name: `chainwatch-${stage.name}`,
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    rules: [
      rule(0, 'without-key', LIMITS.withoutKey, byAddress, both(not(isProven), not(looksLikeKey))),
      rule(1, 'with-key', LIMITS.withKey, byAddress, not(isProven)),
      rule(2, 'without-key-through-cloudfront', LIMITS.withoutKey, byClient, both(isProven, not(looksLikeKey))),
      rule(3, 'with-key-through-cloudfront', LIMITS.withKey, byClient, isProven),
    ],
    visibilityConfig: visibility(`chainwatch-${stage.name}`),
  });
  new CfnWebACLAssociation(scope, 'WebAclAssociation', {
    webAclArn: acl.attrArn,
    resourceArn: api.deploymentStage.stageArn,
  });
}

function createProof(scope: Construct, stage: Stage): Secret {
  const proof = new Secret(scope, 'FrontProof', {
    secretName: proofName(stage),
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  });
  Validations.of(proof).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason: 'Both stacks read it when they deploy. Who knows it can only choose the address that AWS WAF counts.',
  });
  return proof;
}
