import type { Stage } from '../stages.ts';

/** A call of the CDK. */
export interface Step {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A stack, and the region of the stack. */
export interface PlacedStack {
  readonly name: string;
  readonly region: string | undefined;
}

/** The stacks that refuse their deletion once they exist, in the order of their deploys. */
export function protectedStacks({ name, env, keepsData, egress, replicaRegion }: Stage): PlacedStack[] {
  if (!keepsData) return [];
  const main = `chainwatch-${name}`;
  const region = env?.region;
  return [
    ...(egress ? [{ name: `${main}-network`, region }] : []),
    { name: main, region },
    ...(replicaRegion === undefined ? [] : [{ name: `${main}-copies`, region: replicaRegion }]),
    ...(replicaRegion === undefined ? [] : [{ name: `${main}-backups`, region }]),
  ];
}

/** Whether a stack with this status still has to be created: there is none, or its creation failed. */
export const isToCreate = (status: string | undefined): boolean =>
  status === undefined || /^(ROLLBACK_|CREATE_FAILED|REVIEW_IN_PROGRESS|DELETE_COMPLETE)/.test(status);

/**
 * The calls that deploy all stacks of a stage. A protected stack or table would survive a failed creation, and the next
 * deploy could neither delete nor create it. So stacks are created without protection against deletion, and the next
 * call turns the protection on, before any later stack: the CDK deploys the stacks before the named stack too.
 * @param created those of `protectedStacks` that do not exist yet.
 * @param more further arguments for the CDK. With `--emergency`, released functions change at once, and no alarm undoes
 *   the release.
 */
export function deploySteps(stage: Stage, created: readonly string[], more: readonly string[]): Step[] {
  const main = `chainwatch-${stage.name}`;
  const ofCdk = more.filter((each) => each !== '--emergency');
  const env = { STAGE: stage.name, ...(ofCdk.length < more.length && { EMERGENCY: 'true' }) };
  const step = (stacks: string, unprotected: readonly string[]): Step[] => [
    {
      args: ['deploy', stacks, ...ofCdk],
      env: { ...env, ...(unprotected.length > 0 && { CREATED_STACKS: unprotected.join() }) },
    },
  ];
  const [first, later] = [
    created.filter((name) => name === main || name === `${main}-network`),
    created.filter((name) => name === `${main}-copies` || name === `${main}-backups`),
  ];
  return [
    ...(first.length > 0 ? step(main, created) : []),
    ...(later.length > 0 ? step(`${main}-backups`, later) : []),
    ...step(`${main}*`, []),
  ];
}
