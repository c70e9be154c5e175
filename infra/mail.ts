import { type Stack, Validations } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Role } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { ConfigurationSet, EmailSendingEvent, EventDestination, SuppressionReasons } from 'aws-cdk-lib/aws-ses';
import { nagPlace } from './nag-place.ts';
import type { Stage } from './stages.ts';

/** The configuration set of all mails of a stage. SES sends nothing to an address that bounced or complained before. */
export function createConfigurationSet(stack: Stack, stage: Stage): ConfigurationSet {
  return new ConfigurationSet(stack, 'ConfigurationSet', {
    configurationSetName: `chainwatch-${stage.name}`,
    reputationMetrics: true,
    suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
  });
}

/** Invokes the function for each bounce and each complaint about a mail of the configuration set. */
export function forwardFeedback(stack: Stack, configurationSet: ConfigurationSet, receiver: LambdaFunction): void {
  configurationSet.addEventDestination('Feedback', {
    // SES supports no other bus.
    destination: EventDestination.eventBus(EventBus.fromEventBusName(stack, 'DefaultBus', 'default')),
    events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
  });
  new Rule(stack, 'MailFeedback', {
    eventPattern: {
      source: ['aws.ses'],
      detailType: ['Email Bounced', 'Email Complaint Received'],
      detail: { mail: { tags: { 'ses:configuration-set': [configurationSet.configurationSetName] } } },
    },
    targets: [new LambdaTarget(receiver)],
  });
}

/** Explains the wildcard of the permission to send mail. */
export function acknowledgeIdentities(role: Role, stack: Stack): void {
  const { account, region } = nagPlace(stack);
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:${region}:${account}:identity/*]`,
    reason: 'The account chooses whether it verifies the address or its domain; the sender is fixed by a condition.',
  });
}
