import type { Stage } from '../stages.ts';

/** A call of the CDK. */
export interface Step {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Whether a stack with this status still has to be created: there is none, or its creation failed. */
const isToCreate = (status: string | undefined): boolean =>
  status === undefined || /^(ROLLBACK_|CREATE_FAILED|REVIEW_IN_PROGRESS|DELETE_COMPLETE)/.test(status);

/**
 * The calls that deploy all stacks of a stage. A stage that keeps its data is created without protection against
 * deletion, and a second call turns the protection on: a protected table or stack would survive a failed creation, and
 * the next deploy could neither delete nor create it.
 * @param status the status of the main stack; undefined if there is no stack.
 * @param more further arguments for the CDK. With `--emergency`, released functions change at once, and no alarm undoes
 *   the release.
 */
export function deploySteps(stage: Stage, status: string | undefined, more: readonly string[]): Step[] {
  const ofCdk = more.filter((each) => each !== '--emergency');
  const env = { STAGE: stage.name, ...(ofCdk.length < more.length && { EMERGENCY: 'true' }) };
  const last = { args: ['deploy', `chainwatch-${stage.name}*`, ...ofCdk], env };
  if (!stage.keepsData || !isToCreate(status)) return [last];
  return [{ ...last, env: { ...last.env, FIRST_DEPLOY: 'true' } }, last];
}
