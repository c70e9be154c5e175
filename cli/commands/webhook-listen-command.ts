import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { VerificationError, verify } from '../../sdk/index.ts';
import { type Cli, command, repeated, wholeNumber } from '../base/command.ts';
import { CommandError, wrongUse } from '../base/failures.ts';
import { plainText, shortText } from '../output/plain-text.ts';

/** The service sends smaller bodies. */
const MOST_BYTES = 1024 * 1024;

export const webhookListenCommand = (cli: Cli) =>
  command('listen', 'Receive, verify and print deliveries on this machine', [
    'webhook listen --port 4000 --secret whsec_…',
    'webhook listen --port 4000 --status 500 --json',
  ])
    .option('--port <port>', 'the port on 127.0.0.1', wholeNumber, 4000)
    .option('--secret <secret>', 'the secret of the webhook; may be repeated', repeated)
    .option('--status <status>', 'answer deliveries with this status', wholeNumber, 200)
    .addHelpText(
      'after',
      '\nCHAINWATCH_WEBHOOK_SECRET takes the place of --secret, which shows in lists of processes. ' +
        'A request that is no valid delivery is answered with 400.',
    )
    .action(async ({ port, secret, status }) => {
      if (status < 200 || status > 599) throw wrongUse('--status takes a status from 200 to 599.');
      const { output } = cli;
      const secrets = secretsOf(cli, secret);
      const stopped = cli.untilStopped();
      const server = createServer((request, response) => {
        void receive(request, response, secrets, status).then(
          (received) => output.streamed(received, lineOf(received)),
          (error) => {
            output.warn(`A request broke off: ${error instanceof Error ? error.message : error}`);
            response.destroy();
          },
        );
      });
      server.listen(port, '127.0.0.1');
      await once(server, 'listening').catch((error) => {
        throw new CommandError(`Port ${port} cannot be used: ${error instanceof Error ? error.message : error}`);
      });
      output.note(`Listening on http://127.0.0.1:${port}. Ctrl-C stops.`);
      if (!stopped.aborted) await once(stopped, 'abort');
      server.closeAllConnections();
      server.close();
    });

/** The secrets of the option, or of the environment. @throws CommandError without any. */
export function secretsOf({ environment }: Cli, given: readonly string[] | undefined): readonly string[] {
  const secrets = given ?? [environment.CHAINWATCH_WEBHOOK_SECRET ?? ''];
  if (secrets.some((secret) => secret === '')) throw wrongUse('Give --secret, or set CHAINWATCH_WEBHOOK_SECRET.');
  return secrets;
}

interface Received {
  readonly at: string;
  readonly valid: boolean;
  /** Why the request is no valid delivery. */
  readonly problem: string | null;
  /** The status that the request was answered with. */
  readonly answered: number;
  readonly event: string;
  readonly delivery: string;
  readonly attempt: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  secrets: readonly string[],
  status: number,
): Promise<Received> {
  const { headers } = request;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('its body is too large');
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const problem = await problemOf(body, headers, secrets);
  const answered = problem === null ? status : 400;
  response.writeHead(answered).end();
  const header = (name: string) => String(headers[name] ?? '-');
  return {
    at: new Date().toISOString(),
    valid: problem === null,
    problem,
    answered,
    event: header('x-service-event'),
    delivery: header('x-service-delivery'),
    attempt: header('x-service-attempt'),
    headers,
    body: body.toString('utf8'),
  };
}

/** Why a request is no valid delivery; null for a valid one. */
async function problemOf(
  body: Buffer,
  headers: IncomingMessage['headers'],
  secrets: readonly string[],
): Promise<string | null> {
  try {
    await verify(body, headers, secrets);
    return null;
  } catch (error) {
    if (error instanceof VerificationError) return error.message;
    throw error;
  }
}

function lineOf({ at, valid, problem, answered, event, delivery, attempt, body }: Received): string {
  const verdict = valid ? 'valid' : `INVALID (${problem})`;
  const line = `${at} ${event} delivery ${delivery} attempt ${attempt} ${verdict}, answered ${answered}`;
  return `${plainText(line)}\n  ${shortText(body, 2_000)}`;
}
