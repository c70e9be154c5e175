import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openTable } from '../../lib/platform/table/table.ts';
import { testDeps } from './deps.ts';
import { stackUrl } from './stack-url.ts';

/** The dependencies of the stack in the far future: handover does not find a job that is made then. */
export const later = () =>
  testDeps(
    openTable('chainwatch-local', new DynamoDBClient({ endpoint: stackUrl('STACK_AWS_URL') })),
    '2100-01-01T00:00:00.000Z',
  );
