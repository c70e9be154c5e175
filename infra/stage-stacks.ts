import type { App } from 'aws-cdk-lib';
import type { ISource } from 'aws-cdk-lib/aws-s3-deployment';
import { addBackups } from './backup-stacks.ts';
import { ConsoleStack } from './console-stack.ts';
import { MonitoringStack } from './monitoring-stack.ts';
import { NetworkStack } from './network-stack.ts';
import { type ChainwatchProps, ChainwatchStack } from './stack.ts';

interface Props extends Omit<ChainwatchProps, 'network'> {
  /** The built pages of the console and the documentation. */
  readonly pages: ISource;
}

/** Adds every stack of a stage that deploys. */
export function addStacks(app: App, { pages, ...props }: Props): void {
  const { stage } = props;
  const { replicaRegion, keepsData, egress } = stage;
  const isProtected = keepsData && (props.isProtected ?? true);
  const network = egress && new NetworkStack(app, stage, isProtected);
  const service = new ChainwatchStack(app, { ...props, ...(network && { network }) });
  new ConsoleStack(app, { stage, api: service.api, pages });
  new MonitoringStack(app, stage).addStackDependency(service);
  if (replicaRegion !== undefined) addBackups(app, { stage, replicaRegion, isProtected });
}
