import { GetTopicAttributesCommand, paginateListSubscriptionsByTopic, SNSClient } from '@aws-sdk/client-sns';
import * as z from 'zod';
import { alarmTopicName, publishersOf } from '../alarms.ts';
import type { Deployment } from '../deployments.ts';
import type { Severity } from '../monitoring-alarm.ts';
import type { Stage } from '../stages.ts';
import { type Finding, isNamed, ok, refused, warning } from './finding.ts';

type Place = Deployment['env'];

/** Whether somebody gets the alarms of this severity: an address that has confirmed, or a topic that takes them. */
export async function checkAlarms(stage: Stage, severity: Severity, place: Place): Promise<Finding> {
  const target = stage.alarms?.[severity];
  if (target === undefined) return ok(`infra/deployments.ts names nobody who gets the ${severity}s`);
  try {
    return await ('email' in target
      ? checkAddress(
          target.email,
          `arn:aws:sns:${place.region}:${place.account}:${alarmTopicName(stage, severity)}`,
          severity,
        )
      : checkTopic(target.topicArn, severity, place));
  } catch (error) {
    if (!isNamed(error, 'NotFoundException')) throw error;
    return 'email' in target
      ? ok(`the deploy makes the topic of the ${severity}s: ${target.email} then gets a mail that it must confirm`)
      : refused(`There is no topic ${target.topicArn} for the ${severity}s.`, 'Create it, or correct `alarms`.');
  }
}

/** The address of a topic that the stack makes. */
async function checkAddress(email: string, topicArn: string, severity: Severity): Promise<Finding> {
  const client = new SNSClient({ region: topicArn.split(':')[3] });
  const arns: (string | undefined)[] = [];
  for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic({ client }, { TopicArn: topicArn })) {
    arns.push(...Subscriptions.filter(({ Endpoint }) => Endpoint === email).map((each) => each.SubscriptionArn));
  }
  const again = `aws sns subscribe --topic-arn ${topicArn} --protocol email --notification-endpoint ${email}`;
  // In place of an ARN, SNS says `PendingConfirmation` or `Deleted`.
  if (arns.some((arn) => arn?.startsWith('arn:'))) return ok(`${email} gets the ${severity}s`);
  return arns.includes('PendingConfirmation')
    ? warning(
        `${email} has not confirmed its subscription: no ${severity} reaches it.`,
        `Follow the link in the mail "AWS Notification - Subscription Confirmation". If it is lost: ${again}`,
      )
    : warning(`${email} has no subscription to ${topicArn}.`, `If the deploy does not make it: ${again}`);
}

const oneOrMore = z.union([z.string().transform((each) => [each]), z.array(z.string())]);

/** What a policy of a topic says of who may publish. Its conditions are not read. */
const Policy = z.object({
  Statement: z.array(
    z.object({
      Effect: z.string(),
      Principal: z
        .union([
          z.literal('*').transform((): Record<string, string[]> => ({ AWS: ['*'] })),
          z.record(z.string(), oneOrMore),
        ])
        .optional(),
      Action: oneOrMore.optional(),
    }),
  ),
});

/** A topic of the operator. */
async function checkTopic(TopicArn: string, severity: Severity, place: Place): Promise<Finding> {
  const [, , , region, account] = TopicArn.split(':');
  if (region !== place.region || account !== place.account) {
    return refused(
      `The topic of the ${severity}s belongs to account ${account} and region ${region}, and the alarms to account ` +
        `${place.account} and region ${place.region}.`,
      'Name a topic of the account and region of the stage in `alarms` of infra/deployments.ts.',
    );
  }
  const { Attributes = {} } = await new SNSClient({ region }).send(new GetTopicAttributesCommand({ TopicArn }));
  if (!(Number(Attributes.SubscriptionsConfirmed) > 0)) {
    return warning(
      `No subscription of ${TopicArn} is confirmed, and ${Attributes.SubscriptionsPending ?? 0} are not yet: nobody ` +
        `gets the ${severity}s.`,
      'Confirm a subscription of the topic.',
    );
  }
  const { Statement } = Policy.parse(JSON.parse(Attributes.Policy ?? '{"Statement":[]}'));
  const publishing = Statement.filter(
    ({ Effect, Action = [] }) => Effect === 'Allow' && Action.some((each) => /^(\*|sns:(\*|publish))$/i.test(each)),
  );
  const missing = publishersOf(severity).filter(
    (service) =>
      !publishing.some(({ Principal }) => {
        // The policy that SNS makes lets the account publish, and its alarms too, but not AWS Budgets.
        const ofAccount = service.startsWith('cloudwatch.') && Principal?.AWS?.includes('*');
        return ofAccount || Principal?.Service?.includes(service);
      }),
  );
  return missing.length === 0
    ? ok(`${TopicArn} takes the ${severity}s`)
    : warning(
        `The policy of ${TopicArn} does not let ${missing.join(' and ')} publish: ${severity}s are lost.`,
        'Allow these services `sns:Publish` in the policy of the topic.',
      );
}
