import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { expect, it } from '@jest/globals';
import { startRecount } from '../../lib/lists/start-recount.ts';
import { mockedClient } from '../support/mock-client.ts';
import { organisation } from '../support/records.ts';

const lambda = mockedClient(LambdaClient);

it('a recount is started without waiting for its end', async () => {
  process.env.RECOUNT_FUNCTION_NAME = 'chainwatch-test-recount-lists';
  lambda.on(InvokeCommand).resolves({ StatusCode: 202 });
  await startRecount({ organisationId: organisation });
  expect(lambda.commandCalls(InvokeCommand).map(({ args: [{ input }] }) => input)).toEqual([
    {
      FunctionName: 'chainwatch-test-recount-lists',
      InvocationType: 'Event',
      Payload: JSON.stringify({ organisationId: organisation }),
    },
  ]);
});
