import { type DynamoDbOptions, startDynamoDb } from '../../processes/emulators.ts';
import { close, listen } from '../../processes/servers.ts';
import { forward } from '../forward.ts';
import { type AnswerDynamoDb, type FrontOptions, serving, strictDynamoDb } from './strict-dynamodb.ts';
import { type Strictness, strictnessOf } from './strictness.ts';

export interface StrictDynamoDb {
  /** The URL of the engine behind the front. */
  readonly engine: string;
  /** The URL for clients that are not in this process. */
  readonly endpoint: string;
  /** Answers without a connection to `endpoint`. */
  readonly answer: AnswerDynamoDb;
  readonly strictness: Strictness;
  /** Stops the server. The engine is one of the `processes`. */
  stop(): Promise<void>;
}

/** Starts DynamoDB: the engine, and in this process what makes the engine as strict as AWS. */
export async function startStrictDynamoDb(
  options: DynamoDbOptions,
  chosen: Partial<Strictness> = {},
  front: FrontOptions = {},
): Promise<StrictDynamoDb> {
  const strictness = strictnessOf(chosen);
  const engine = await startDynamoDb(options);
  return { engine, ...(await serveStrictly(engine, strictness, front)), strictness };
}

/** Serves a running engine as strictly as AWS. */
export async function serveStrictly(engine: string, strictness: Strictness, options: FrontOptions = {}) {
  const answer = strictDynamoDb(engine, strictness, options);
  const serve = serving(answer);
  const { server, url } = await listen((request, response) => void serve(request, response), 0);
  return { endpoint: url, answer, stop: () => close(server) };
}

/** A DynamoDB that somebody else started, which is as strict as its start made it. */
export const dynamoDbAt = (endpoint: string): Pick<StrictDynamoDb, 'endpoint' | 'answer'> => ({
  endpoint,
  answer: (request, body) => forward(endpoint, request, body),
});
