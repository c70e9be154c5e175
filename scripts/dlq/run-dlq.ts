import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { openTable } from '../../lib/platform/table/table.ts';
import { REGION } from '../../local/aws/template.ts';
import { RUNNING, Running } from '../../local/cli/running-stack.ts';
import { DEFAULT_DATA_DIR } from '../../local/cli/start-options.ts';
import { DataDir } from '../../local/processes/data-dir.ts';
import { messageOf } from '../../local/processes/user-error.ts';
import { QUEUES, type QueueName } from './dead-letters.ts';
import { listLetters, redriveLetters } from './dlq-command.ts';

const usage = `npm run dlq -- STAGE list|redrive [QUEUE ...] [--table NAME] [--data-dir DIR] [--endpoint URL]

STAGE is local, dev, staging or prod. QUEUE is one of ${QUEUES.join(', ')}; all of them by default.
--table names the table that is in service, if it is not chainwatch-STAGE.
--endpoint is the AWS endpoint of a local stack that does not run on the data folder.`;

const isQueue = (name: string): name is QueueName => QUEUES.some((queue) => queue === name);

/** The running local stack, or the account of the environment. */
function clientOptions(stage: string, dataDir: string, given: string | undefined) {
  if (stage !== 'local') return {};
  const endpoint = given ?? new DataDir(dataDir).read(RUNNING, Running)?.awsEndpoint;
  if (endpoint === undefined) throw new Error('No local stack runs. Start one with `npm start`.');
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return { endpoint, region: REGION, credentials };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    table: { type: 'string' },
    'data-dir': { type: 'string', default: DEFAULT_DATA_DIR },
    endpoint: { type: 'string' },
  },
});
const [stage = '', command = '', ...queues] = positionals;
const run = command === 'list' ? listLetters : command === 'redrive' ? redriveLetters : undefined;
if (!/^[a-z]+$/.test(stage) || run === undefined || !queues.every(isQueue)) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}
try {
  const options = clientOptions(stage, values['data-dir'], values.endpoint);
  const table = openTable(values.table ?? `chainwatch-${stage}`, new DynamoDBClient(options));
  const place = { sqs: new SQSClient(options), table, stage, print: console.log };
  await run(place, queues.length > 0 ? queues : QUEUES);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}
