import type { FunctionSpec } from '../../local/aws/template-functions.ts';

/** A machine that runs many tests at once gives a function a fraction of the time that AWS gives it. */
const PATIENCE = 10;

/**
 * Changes a function of the template: it may take longer than on AWS. On a busy machine all functions of the process
 * are slow together, and instances that end and load again make them slower.
 */
export const patient = (spec: FunctionSpec): FunctionSpec => ({ ...spec, timeoutMs: spec.timeoutMs * PATIENCE });
