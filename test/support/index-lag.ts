import { LET_LAG_PASS } from '../../local/aws/dynamodb/strict-dynamodb.ts';
import { dynamoDbUrl } from './front.ts';

/**
 * Lets the index of a table catch up with all writes so far. A test that moves its clock by more than a second calls
 * this: the lag of the index passes in real time.
 */
export async function letLagPass({ name }: { readonly name: string }): Promise<void> {
  const answer = await fetch(dynamoDbUrl, {
    method: 'POST',
    headers: { 'x-amz-target': LET_LAG_PASS },
    body: JSON.stringify({ TableName: name }),
  });
  if (!answer.ok) throw new Error(`The lag does not pass: ${await answer.text()}`);
}
