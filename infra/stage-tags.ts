import { type Stack, Tags } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { ChainId } from '../lib/chains/registry.ts';
import type { Stage } from './stages.ts';

/** The tag by which the bill and the budget tell stages of one account apart. */
export const STAGE_TAG = 'stage';

/** Tags every resource of a stack that can have tags. */
export function tagStack(stack: Stack, { name }: Stage): void {
  Tags.of(stack).add('service', 'chainwatch');
  Tags.of(stack).add(STAGE_TAG, name);
}

/** Tags what belongs to one chain. */
export const tagChain = (construct: IConstruct, chain: ChainId): void => Tags.of(construct).add('chain', chain);
