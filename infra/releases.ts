import { basename } from 'node:path';
import { Stack, Validations } from 'aws-cdk-lib';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';
import { ALIAS, isReleased } from './released-functions.ts';
import type { Stage } from './stages.ts';

export interface ReleasesProps {
  readonly stage: Stage;
  readonly alarms: Alarms;
  /** Whether new versions get all calls at once, and no alarm undoes the release. */
  readonly isEmergency: boolean;
}

const POLICY = 'service-role/AWSCodeDeployRoleForLambdaLimited';

/**
 * Releases new versions of the released functions: the new version gets a tenth of the calls, and after a quarter of an
 * hour all of them. An alarm in this time gives all calls back to the old version, and CloudFormation takes the whole
 * release back. All other functions change as soon as CloudFormation updates them.
 */
export class Releases extends Construct {
  readonly #props: ReleasesProps;
  readonly #application: LambdaApplication;
  readonly #role: Role;
  readonly #aliases = new Map<string, Alias>();

  constructor(scope: Construct, id: string, props: ReleasesProps) {
    super(scope, id);
    this.#props = props;
    const applicationName = `chainwatch-${props.stage.name}`;
    this.#application = new LambdaApplication(this, 'Application', { applicationName });
    // CodeDeploy must not use the role for deployments of another account.
    const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } };
    this.#role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com', { conditions }),
    });
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
    const { stage, alarms, isEmergency } = this.#props;
    const alias = new Alias(this, `Alias-${name}`, { aliasName: ALIAS, version: currentVersion });
    const undoing = alarms.undoing(name, currentVersion.version);
    // The calls must not move before the alarms watch the new version.
    alias.node.addDependency(...undoing);
    new LambdaDeploymentGroup(this, `Group-${name}`, {
      application: this.#application,
      deploymentGroupName: name,
      alias,
      role: this.#role,
      deploymentConfig:
        stage.gradualReleases && !isEmergency
          ? LambdaDeploymentConfig.CANARY_10PERCENT_15MINUTES
          : LambdaDeploymentConfig.ALL_AT_ONCE,
      alarms: [...undoing],
      // CodeDeploy starts no deployment while an alarm of its group rings, not even that of the fix.
      ignoreAlarmConfiguration: isEmergency,
    });
    return alias;
  }
}
