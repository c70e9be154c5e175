import type { App, Stack } from 'aws-cdk-lib';
import type { ISource } from 'aws-cdk-lib/aws-s3-deployment';
import { BackupStack, CopiesStack } from './backup-stacks.ts';
import { BudgetStack } from './budget-stack.ts';
import { ConsoleStack } from './console-stack.ts';
import { MonitoringStack } from './monitoring-stack.ts';
import { NetworkStack } from './network-stack.ts';
import { type ChainwatchProps, ChainwatchStack } from './stack.ts';
import { tagStack } from './stage-tags.ts';

interface Props extends Omit<ChainwatchProps, 'network' | 'isProtected'> {
  /** The stacks that do not exist yet. A stack that is created must not refuse its deletion. */
  readonly created?: readonly string[];
  /** The built pages of the console and the documentation. */
  readonly pages: ISource;
}

/**
 * Adds every stack of a stage that deploys. Each stack waits for the one before, because a failed deploy skips all
 * later ones: data and alarms come first, and last what AWS may refuse a new account (CloudFront, AWS Budgets).
 */
export function addStacks(app: App, { pages, created = [], ...props }: Props): void {
  const { stage } = props;
  const { replicaRegion, keepsData, egress } = stage;
  const isProtected = (part: string): boolean => keepsData && !created.includes(`chainwatch-${stage.name}${part}`);
  const network = egress && new NetworkStack(app, stage, isProtected('-network'));
  const service = new ChainwatchStack(app, { ...props, isProtected: isProtected(''), ...(network && { network }) });
  // The console imports the id until it uses the domain. CloudFormation removes no export in use, so the export stays.
  service.exportValue(service.api.restApiId);
  const stacks: Stack[] = [...(network ? [network] : []), service, new MonitoringStack(app, stage)];
  if (replicaRegion !== undefined) {
    stacks.push(
      new CopiesStack(app, { stage, replicaRegion, isProtected: isProtected('-copies') }),
      new BackupStack(app, { stage, replicaRegion, isProtected: isProtected('-backups') }),
    );
  }
  if (stage.console ?? true) stacks.push(new ConsoleStack(app, { stage, api: service.api, pages }));
  stacks.push(new BudgetStack(app, stage));
  for (const [n, stack] of stacks.entries()) {
    tagStack(stack, stage);
    const before = stacks[n - 1];
    if (before !== undefined) stack.addStackDependency(before);
  }
}
