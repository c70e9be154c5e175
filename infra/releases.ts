import { basename } from 'node:path';
import { Validations } from 'aws-cdk-lib';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Stage } from './stages.ts';

/** The alias of a function that is released gradually. Its callers call this alias. */
const ALIAS = 'live';

/** The functions that are released gradually: those of every request and every alert, and the busiest endpoints. */
const RELEASED = [
  'pipelines/authorize',
  'pipelines/evaluate-rules',
  'pipelines/deliver',
  'transactions/list-transactions',
  'transactions/import-transaction',
  'events/list-events',
] as const;

const isReleased = (handler: string): boolean => RELEASED.some((each) => each === handler);

/** What callers of a handler name: its alias if it is released gradually, otherwise the function. */
export const calledName = (handler: string, functionName: string): string =>
  isReleased(handler) ? `${functionName}:${ALIAS}` : functionName;

/** The alarms that undo a release. */
const UNDOING_ALARMS = ['api-5xx', 'evaluate-rules-errors', 'deliver-errors'] as const;

const POLICY = 'service-role/AWSCodeDeployRoleForLambdaLimited';

/**
 * Releases new versions of the functions above: the new version gets a tenth of the calls, and after a quarter of an
 * hour all of them. An alarm in this time gives all calls back to the old version, and CloudFormation takes the whole
 * release back. All other functions change as soon as CloudFormation updates them.
 */
export class Releases extends Construct {
  readonly #stage: Stage;
  readonly #application: LambdaApplication;
  readonly #role: Role;
  readonly #aliases = new Map<string, Alias>();

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.#stage = stage;
    this.#application = new LambdaApplication(this, 'Application', { applicationName: `chainwatch-${stage.name}` });
    this.#role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    Validations.of(this.#role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${POLICY}]`,
      reason: 'AWS keeps this policy as small as CodeDeploy allows: aliases, alarms and the functions of hooks.',
    });
  }

  /** The alias by which callers call a function that is released gradually; undefined for other functions. */
  aliasOf(handler: string, released: LambdaFunction): Alias | undefined {
    if (!isReleased(handler)) return undefined;
    const alias = this.#aliases.get(handler) ?? this.#release(basename(handler), released);
    this.#aliases.set(handler, alias);
    return alias;
  }

  #release(name: string, { currentVersion }: LambdaFunction): Alias {
    const { name: stage, gradualReleases } = this.#stage;
    const alias = new Alias(this, `Alias-${name}`, { aliasName: ALIAS, version: currentVersion });
    new LambdaDeploymentGroup(this, `Group-${name}`, {
      application: this.#application,
      deploymentGroupName: name,
      alias,
      role: this.#role,
      deploymentConfig: gradualReleases
        ? LambdaDeploymentConfig.CANARY_10PERCENT_15MINUTES
        : LambdaDeploymentConfig.ALL_AT_ONCE,
      alarms: UNDOING_ALARMS.map((alarm) =>
        Alarm.fromAlarmName(this, `Alarm-${name}-${alarm}`, `chainwatch-${stage}-${alarm}`),
      ),
    });
    return alias;
  }
}
