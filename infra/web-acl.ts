import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
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

/** Refuses IP addresses that send too many requests, with 403, before the authorizer runs. */
export function limitByAddress(scope: Construct, stage: Stage, api: SpecRestApi): void {
  const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
    cloudWatchMetricsEnabled: true,
    metricName,
    sampledRequestsEnabled: false,
  });
  const matches = (header: string, regexString: string): CfnWebACL.StatementProperty => ({
    regexMatchStatement: {
      regexString,
      fieldToMatch: { singleHeader: { Name: header } },
      textTransformations: [{ priority: 0, type: 'LOWERCASE' }],
    },
  });
  const looksLikeKey = { orStatement: { statements: [matches('authorization', KEY), matches('cookie', KEPT_KEY)] } };
  const rule = (name: string, priority: number, limit: number, scopeDownStatement?: CfnWebACL.StatementProperty) => ({
    name,
    priority,
    action: { block: {} },
    statement: { rateBasedStatement: { aggregateKeyType: 'IP', limit, evaluationWindowSec: 300, scopeDownStatement } },
    visibilityConfig: visibility(name),
  });
  const acl = new CfnWebACL(scope, 'WebAcl', {
    name: `chainwatch-${stage.name}`,
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    rules: [
      rule('without-key', 0, LIMITS.withoutKey, { notStatement: { statement: looksLikeKey } }),
      rule('with-key', 1, LIMITS.withKey),
    ],
    visibilityConfig: visibility(`chainwatch-${stage.name}`),
  });
  new CfnWebACLAssociation(scope, 'WebAclAssociation', {
    webAclArn: acl.attrArn,
    resourceArn: api.deploymentStage.stageArn,
  });
}
