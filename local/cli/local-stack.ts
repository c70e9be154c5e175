import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { openTable } from '../../lib/platform/table/table.ts';
import { serveAws } from '../aws/aws-endpoint.ts';
import { type EventSources, startEventSources, targetSender } from '../aws/event-sources.ts';
import { clientsOf, environmentFor } from '../aws/function-environment.ts';
import { Api } from '../aws/gateway.ts';
import { Iam, iamRecorder } from '../aws/iam.ts';
import { Lambda } from '../aws/lambda.ts';
import { refuseMalformedRequests } from '../aws/malformed-requests.ts';
import { OneTimeSchedules } from '../aws/one-time-schedules.ts';
import { createQueues } from '../aws/queue-poller.ts';
import { secretsOf } from '../aws/secrets-manager.ts';
import { checkServiceRoles } from '../aws/service-roles.ts';
import { Mailbox } from '../aws/ses.ts';
import { createTables } from '../aws/tables.ts';
import { readTemplate } from '../aws/template.ts';
import { functionsOf } from '../aws/template-functions.ts';
import { type ChainOptions, type Chains, startChains } from '../chains/chain-nodes.ts';
import { forgetChain, untilBegun } from '../chains/chain-state.ts';
import { Processes } from '../processes/child-processes.ts';
import { DataDir } from '../processes/data-dir.ts';
import { type EmulatorOptions, indexStreamRecords, startDynamoDb, startQueues } from '../processes/emulators.ts';
import { close, listen, type Serve } from '../processes/servers.ts';
import { messageOf } from '../processes/user-error.ts';
import { buildIfChanged, STACK_NAME, templateFile } from './build.ts';
import { firstOrganisation } from './first-organisation.ts';
import { RUNNING } from './running-stack.ts';

export interface StackOptions extends ChainOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Folder of everything that survives a restart. */
  readonly dataDir: string;
  /** Seconds between attempts of a delivery; without, as deployed. */
  readonly retryDelays?: readonly number[];
  /** Applies the deployed rules to webhook URLs; without, http to this machine is allowed. */
  readonly strictUrls?: boolean;
  /** Requests a second of one API key, and its burst, `50,100`; without, more than tests and demos need. */
  readonly rateLimit?: string;
  /** Takes what the stack and its functions log; without, it goes to stderr. */
  readonly log?: (text: string) => void;
  /** Serves AWS to the functions, in place of `serveAws`. */
  readonly aws?: typeof serveAws;
  /** Told when an emulator ends by itself, after which the stack is of no use. */
  readonly onDeath?: (message: string) => void;
}

export interface LocalStack extends Chains {
  readonly baseUrl: string;
  /** Admin key of the stack's first organisation. */
  readonly apiKey: string;
  readonly organisationId: string;
  /** Where SDK clients find Lambda, SQS, Secrets Manager, Scheduler and SES; any credentials will do. */
  readonly awsEndpoint: string;
  /** RPC URL of the EVM chain `anvil`; undefined without one. */
  readonly anvilUrl: string | undefined;
  /** Ends everything within three seconds. */
  stop(): Promise<void>;
}

/**
 * Starts the whole stack from its template, building what changed. Ready when it resolves; nothing is left running when
 * it rejects.
 * @throws UserError for what the person at the keyboard can mend: a port in use, a missing emulator, code that does not build.
 */
export async function startStack(options: StackOptions): Promise<LocalStack> {
  // Whatever is started is put on this pile, and ended from its top: here when the start fails, else by `stop`.
  await using pile = new AsyncDisposableStack();
  const log = options.log ?? ((text: string) => void process.stderr.write(text));
  const failed = (error: unknown) =>
    log(
      `${JSON.stringify({ level: 'error', event: 'local.failed', message: messageOf(error), stack: error instanceof Error ? error.stack : undefined })}\n`,
    );

  const dataDir = new DataDir(options.dataDir);
  pile.defer(dataDir.lock());
  // First, because a port in use should be told before everything else is started.
  const api = await serve(pile, options.port);
  const aws = await serve(pile, 0);

  const { endpoints, chains } = await startEmulators(pile, options, dataDir, () =>
    buildIfChanged((line) => log(`${line}\n`)),
  );
  const clients = clientsOf(endpoints);
  const template = readTemplate(templateFile, { stackName: STACK_NAME, awsEndpoint: aws.url });
  const iam = new Iam(template, iamRecorder(log));
  checkServiceRoles(template, iam);
  const [streams] = await Promise.all([
    createTables(template, clients.dynamoDb),
    createQueues(template, clients.sqs, endpoints.sqs),
  ]);
  if (endpoints.ownDynamoDb) indexStreamRecords(dataDir);
  const table = openTable(STACK_NAME, clients.dynamoDb);
  await Promise.all(chains.begunAnew.map((chain) => forgetChain(table, chain)));

  let sources: EventSources | undefined;
  const lambda = new Lambda(functionsOf(template, dirname(templateFile)), {
    environmentOf: environmentFor({ ...endpoints, aws: aws.url }, options),
    output: new Writable({ decodeStrings: false, write: (text, _, done) => done(void log(String(text))) }),
    onEnd: () => sources?.wake(),
  });
  const schedules = new OneTimeSchedules(dataDir, targetSender(clients, endpoints.sqs, lambda, iam), failed);
  const secrets = secretsOf(template, dataDir, chains.rpcUrls);
  const played = { lambda, secrets, schedules, mailbox: new Mailbox() };
  const parts = { ...played, iam, sqsEndpoint: endpoints.sqs, dynamoDbEndpoint: endpoints.dynamoDb };
  const answering = options.aws ?? serveAws;
  aws.handle((request, response) => void answering(parts, request, response));

  const organisation = await firstOrganisation(dataDir, (event) => lambda.invoke(`${STACK_NAME}-admin`, event));
  sources = startEventSources({
    template,
    lambda,
    clients,
    sqsEndpoint: endpoints.sqs,
    streams,
    schedules,
    watches: chains.watches,
    dataDir,
    failed,
  });
  pile.defer(sources.stop);
  const gateway = new Api(template, lambda);
  const running = { baseUrl: api.url, awsEndpoint: aws.url };
  api.handle((request, response) => {
    // How `org:create --port` finds the admin function; no path of the API begins like this.
    if (request.url === '/_local') response.end(JSON.stringify(running));
    else void gateway.serve(request, response);
  });
  await untilBegun(
    table,
    chains.watches.map(({ chain }) => chain),
  );
  dataDir.write(RUNNING, running);
  pile.defer(() => dataDir.remove(RUNNING));

  const started = pile.move();
  return {
    baseUrl: api.url,
    ...organisation,
    ...chains,
    awsEndpoint: aws.url,
    anvilUrl: chains.rpcUrls.anvil?.[0],
    stop: () => started.disposeAsync(),
  };
}

/** Listens at once, and answers 503 until it is told how to. */
async function serve(pile: AsyncDisposableStack, port: number): Promise<{ url: string; handle(serve: Serve): void }> {
  let handler: Serve = (_, response) => void response.writeHead(503, { 'Retry-After': '1' }).end();
  const { server, url } = await listen((request, response) => handler(request, response), port);
  pile.defer(() => close(server));
  refuseMalformedRequests(server);
  return {
    url,
    handle: (serve) => {
      handler = serve;
    },
  };
}

/** Starts, beside the build, those emulators for which the environment names no endpoint. */
async function startEmulators(
  pile: AsyncDisposableStack,
  stackOptions: StackOptions,
  dataDir: DataDir,
  build: () => Promise<void>,
) {
  const processes = new Processes();
  pile.defer(() => processes.stop());
  const options: EmulatorOptions = { dataDir, processes, onDeath: stackOptions.onDeath ?? (() => {}) };
  const { DYNAMODB_ENDPOINT, SQS_ENDPOINT } = process.env;
  const startSqs = async () => {
    const { endpoint, stop } = await startQueues(dataDir);
    pile.defer(stop);
    return endpoint;
  };
  const [dynamoDb, sqs, chains] = await Promise.all([
    DYNAMODB_ENDPOINT ?? startDynamoDb(options),
    SQS_ENDPOINT ?? startSqs(),
    startChains(pile, stackOptions, options),
    build(),
  ]);
  return { endpoints: { dynamoDb, sqs, ownDynamoDb: DYNAMODB_ENDPOINT === undefined }, chains };
}
