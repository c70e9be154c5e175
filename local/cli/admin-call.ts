import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { AdminAction } from '../../lib/operation/admin/admin-actions.ts';
import { REGION } from '../aws/template.ts';
import { DataDir } from '../processes/data-dir.ts';
import { UserError } from '../processes/user-error.ts';
import { STACK_NAME } from './build.ts';
import { startStack } from './local-stack.ts';
import { RUNNING, Running } from './running-stack.ts';
import { portOf } from './start-options.ts';

/** The options of a command that name the stack. */
export const stackOptions = { port: { type: 'string' }, 'data-dir': { type: 'string' } } as const;

/** Where a command finds the local stack: on a port, or by its data folder. */
export interface StackPlace {
  readonly port: string | undefined;
  readonly dataDir: string;
}

/**
 * Invokes the admin function of the local stack. If no stack runs on the data folder, one starts for this call.
 * @throws UserError when no stack answers on the port, or when the function fails.
 */
export async function callAdmin({ port, dataDir }: StackPlace, action: AdminAction): Promise<unknown> {
  if (port !== undefined) return invoke(await runningOn(portOf(port)), action);
  const running = new DataDir(dataDir).read(RUNNING, Running);
  if (running !== undefined && (await answers(running.baseUrl))) return invoke(running.awsEndpoint, action);
  const stack = await startStack({ port: 0, dataDir, anvil: false });
  try {
    return await invoke(stack.awsEndpoint, action);
  } finally {
    await stack.stop();
  }
}

async function invoke(awsEndpoint: string, action: AdminAction): Promise<unknown> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const lambda = new LambdaClient({ endpoint: awsEndpoint, region: REGION, credentials });
  const { Payload, FunctionError } = await lambda.send(
    new InvokeCommand({ FunctionName: `${STACK_NAME}-admin`, Payload: JSON.stringify(action) }),
  );
  const answer = Payload?.transformToString() ?? '';
  if (FunctionError !== undefined) throw new UserError(`The admin function refused ${action.action}: ${answer}`);
  return JSON.parse(answer);
}

/** The AWS endpoint of the stack whose API listens on this port. */
async function runningOn(port: number): Promise<string> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/_local`);
    return Running.parse(await answer.json()).awsEndpoint;
  } catch {
    throw new UserError(`No local stack answers on port ${port}. Start one with \`npm start -- --port ${port}\`.`);
  }
}

/** Returns whether the stack still runs. A killed stack leaves its file behind. */
const answers = (baseUrl: string): Promise<boolean> =>
  fetch(`${baseUrl}/_local`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Runs a command, prints its answer as one line of JSON, and ends the process with 1 when the command fails. */
export async function printed(answer: Promise<unknown>): Promise<void> {
  try {
    process.stdout.write(`${JSON.stringify(await answer)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof UserError ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
