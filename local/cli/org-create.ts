import { parseArgs } from 'node:util';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { REGION } from '../aws/template.ts';
import { DataDir } from '../processes/data-dir.ts';
import { messageOf, UserError } from '../processes/user-error.ts';
import { STACK_NAME } from './build.ts';
import { createOrganisationEvent, NewOrganisation } from './first-organisation.ts';
import { startStack } from './local-stack.ts';
import { RUNNING, Running } from './running-stack.ts';
import { DEFAULT_DATA_DIR, portOf } from './start-options.ts';

const usage = 'npm run org:create -- --name NAME [--port PORT] [--data-dir DIR]';

/** Invokes the admin function of the stack at `awsEndpoint` to create an organisation with an admin key. */
async function create(awsEndpoint: string, name: string): Promise<NewOrganisation> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const lambda = new LambdaClient({ endpoint: awsEndpoint, region: REGION, credentials });
  const { Payload, FunctionError } = await lambda.send(
    new InvokeCommand({ FunctionName: `${STACK_NAME}-admin`, Payload: JSON.stringify(createOrganisationEvent(name)) }),
  );
  const answer = Payload?.transformToString() ?? '';
  if (FunctionError !== undefined) throw new UserError(`The admin function did not create the organisation: ${answer}`);
  return NewOrganisation.parse(JSON.parse(answer));
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

async function main(): Promise<NewOrganisation> {
  const { name, port, dataDir } = commandLine();
  if (port !== undefined) return create(await runningOn(portOf(port)), name);
  const running = new DataDir(dataDir).read(RUNNING, Running);
  if (running !== undefined && (await answers(running.baseUrl))) return create(running.awsEndpoint, name);
  const stack = await startStack({ port: 0, dataDir, anvil: false });
  try {
    return await create(stack.awsEndpoint, name);
  } finally {
    await stack.stop();
  }
}

/** Returns whether the stack still runs. A killed stack leaves its file behind. */
const answers = (baseUrl: string): Promise<boolean> =>
  fetch(`${baseUrl}/_local`).then(
    ({ ok }) => ok,
    () => false,
  );

function commandLine(): { name: string; port: string | undefined; dataDir: string } {
  try {
    const options = { name: { type: 'string' }, port: { type: 'string' }, 'data-dir': { type: 'string' } } as const;
    const { values } = parseArgs({ options });
    if (!values.name?.trim()) throw new Error('--name is missing: the name of the organisation');
    return { name: values.name, port: values.port, dataDir: values['data-dir'] ?? DEFAULT_DATA_DIR };
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n\n${usage}\n`);
    process.exit(2);
  }
}

try {
  process.stdout.write(`${JSON.stringify(await main())}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof UserError ? error.message : String(error)}\n`);
  process.exit(1);
}
