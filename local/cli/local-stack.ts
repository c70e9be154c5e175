import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { local as localStage } from '../../infra/stages.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { memo } from '../../lib/values/memo.ts';
import { serveAws } from '../aws/aws-endpoint.ts';
import { Pages } from '../aws/cloudfront.ts';
import { dynamoDbAt, startStrictDynamoDb } from '../aws/dynamodb/start-strict.ts';
import type { OnConsumed } from '../aws/dynamodb/strict-dynamodb.ts';
import { eventBus } from '../aws/event-rules.ts';
import { type EventSources, startEventSources, targetSender } from '../aws/event-sources.ts';
import { clientsOf, environmentFor } from '../aws/function-environment.ts';
import { Api } from '../aws/gateway.ts';
import { Iam, iamRecorder } from '../aws/iam.ts';
import { UnitsByInvocation, unitsRecorder } from '../aws/invocation-units.ts';
import { Kms } from '../aws/kms.ts';
import { Lambda } from '../aws/lambda.ts';
import type { Leniency } from '../aws/leniency.ts';
import { OneTimeSchedules } from '../aws/one-time-schedules.ts';
import { createQueues } from '../aws/queue-poller.ts';
import { startQueuesAndFiles } from '../aws/queues-and-files.ts';
import { createBuckets } from '../aws/s3.ts';
import { secretsOf } from '../aws/secrets-manager.ts';
import { checkServiceRoles } from '../aws/service-roles.ts';
import { Ses } from '../aws/ses-account.ts';
import { createTables } from '../aws/tables.ts';
import { readTemplate } from '../aws/template.ts';
import { type FunctionSpec, functionsOf } from '../aws/template-functions.ts';
import { type ChainOptions, type Chains, startChains } from '../chains/chain-nodes.ts';
import { forgetChain, untilWatched } from '../chains/chain-state.ts';
import { Processes } from '../processes/child-processes.ts';
import { DataDir } from '../processes/data-dir.ts';
import { DATABASE, type EmulatorOptions, indexStreamRecords } from '../processes/emulators.ts';
import { listen, listenNear } from '../processes/servers.ts';
import { messageOf } from '../processes/user-error.ts';
import { identityProvider } from '../sign-in/identity-provider.ts';
import { LOCAL_CLIENT } from '../sign-in/people.ts';
import { buildIfChanged, STACK_NAME, templateFile, webFolder } from './build.ts';
import { firstOrganisation, letPeopleSignIn } from './first-organisation.ts';
import { RUNNING } from './running-stack.ts';
import { beside, serve } from './stack-servers.ts';

export interface StackOptions extends ChainOptions {
  /**
   * The port of the API. The endpoint of AWS and the EVM node take the next two ports if these are free, so that all
   * three keep their ports between starts. 0 takes any free ports.
   */
  readonly port: number;
  /** The folder of everything that survives a restart. */
  readonly dataDir: string;
  /** Seconds between attempts of a delivery. Default: as deployed. */
  readonly retryDelays?: readonly number[];
  /** Applies the deployed rules to webhook URLs. Default: http to this machine is allowed. */
  readonly strictUrls?: boolean;
  /** URLs that stand in for the hosts of vendors, by kind of channel, or `defillama`. Default: the vendors. */
  readonly vendors?: Readonly<Record<string, string>>;
  /** Requests per second and burst of one API key, as in `50,100`. Default: more than tests and demos need. */
  readonly rateLimit?: string;
  /** Read units per second and burst of one API key, as in `2000,2000`. Default: those of a whole deployed table. */
  readonly readLimit?: string;
  /** `live`, or a JSON table of prices. Default: the fixed prices of the stack. */
  readonly prices?: string;
  /** Seconds that a checkpoint of the audit log covers, and between two runs that make them. Default: as deployed. */
  readonly checkpointEvery?: number | undefined;
  /** Starts an identity provider with three people, who can sign in to the first organisation. */
  readonly signIn?: boolean;
  /** What is less strict than on AWS. Default: nothing. */
  readonly lenient?: Leniency;
  /** Takes the log of the stack and its functions. Default: stderr. */
  readonly log?: (text: string) => void;
  /** Changes the functions of the template. */
  readonly changed?: (spec: FunctionSpec) => FunctionSpec;
  /** Replaces `serveAws`. */
  readonly aws?: typeof serveAws;
  /** Called when an emulator ends unexpectedly, which makes the stack unusable. */
  readonly onDeath?: (message: string) => void;
}

export interface LocalStack extends Chains {
  readonly baseUrl: string;
  /** The admin key of the first organisation. */
  readonly apiKey: string;
  readonly organisationId: string;
  /** The endpoint of Lambda, SQS, Secrets Manager, Scheduler and SES. The endpoint accepts any credentials. */
  readonly awsEndpoint: string;
  /** The URL of the identity provider; undefined if the stack has none. */
  readonly issuer: string | undefined;
  /** The RPC URL of the EVM chain `anvil`; undefined if the stack has none. */
  readonly anvilUrl: string | undefined;
  /** Stops everything within three seconds. */
  stop(): Promise<void>;
}

/**
 * Builds changed sources and starts the whole stack from its template. Resolves when the stack is ready. If the start
 * fails, nothing is left running.
 * @throws UserError for errors that the user can fix: a port in use, a missing emulator, a failed build.
 */
export async function startStack(options: StackOptions): Promise<LocalStack> {
  // Everything that starts registers its end here. The ends run in reverse order: on a failed start, or in `stop`.
  await using pile = new AsyncDisposableStack();
  const log = options.log ?? ((text: string) => void process.stderr.write(text));
  const failed = (error: unknown) => {
    const stack = error instanceof Error ? error.stack : undefined;
    log(`${JSON.stringify({ level: 'error', event: 'local.failed', message: messageOf(error), stack })}\n`);
  };

  const dataDir = new DataDir(options.dataDir);
  pile.defer(dataDir.lock());
  dataDir.requireFormat(DATABASE);
  // Listen first, so the user learns about a port in use before everything else starts.
  const api = await serve(pile, options.port, listen, { servesPages: true });
  const aws = await serve(pile, beside(options.port, 1), listenNear);
  const provider = options.signIn
    ? await serve(pile, beside(options.port, 3), listenNear, { servesPages: true })
    : null;
  provider?.handle(await identityProvider(provider.url));

  const units = new UnitsByInvocation(unitsRecorder());
  const { endpoints, chains } = await startEmulators(pile, options, dataDir, log, units.consumed);
  const clients = clientsOf(endpoints);
  const template = readTemplate(templateFile, { stackName: STACK_NAME, awsEndpoint: aws.url });
  const iam = new Iam(template, iamRecorder(log));
  checkServiceRoles(template, iam);
  const [streams] = await Promise.all([
    createTables(template, clients.dynamoDb),
    createQueues(template, clients.sqs, endpoints.sqs),
    createBuckets(template, endpoints.s3),
  ]);
  if (endpoints.ownDynamoDb) indexStreamRecords(dataDir);
  const table = openTable(STACK_NAME, clients.dynamoDb);
  await Promise.all(chains.resetChains.map((chain) => forgetChain(table, chain)));

  const { lenient = new Set() } = options;
  let sources: EventSources | undefined;
  const lambda = new Lambda(functionsOf(template, dirname(templateFile), options.changed), {
    environmentOf: environmentFor(
      { ...endpoints, aws: aws.url, api: api.url },
      { ...options, watches: chains.watches },
    ),
    output: new Writable({ decodeStrings: false, write: (text, _, done) => done(void log(String(text))) }),
    onEnd: () => sources?.wake(),
    units,
    lenient,
  });
  const schedules = new OneTimeSchedules(dataDir, targetSender(clients, endpoints.sqs, lambda, iam), failed);
  const secrets = secretsOf(template, dataDir, chains.rpcUrls);
  const identities = [localStage.mailFrom.slice(localStage.mailFrom.indexOf('@') + 1)];
  const ses = new Ses({ template, identities, putEvent: eventBus(template, lambda) });
  const emulated = { lambda, secrets, schedules, ses, kms: new Kms(template, dataDir) };
  const { sqs: sqsEndpoint, s3: s3Endpoint, answerDynamoDb: dynamoDb } = endpoints;
  const parts = { ...emulated, iam, sqsEndpoint, s3Endpoint, dynamoDb };
  const answering = options.aws ?? serveAws;
  aws.handle((request, response) => void answering(parts, request, response));

  const invokeAdmin = (event: object) => lambda.invoke(`${STACK_NAME}-admin`, event);
  const organisation = await firstOrganisation(dataDir, invokeAdmin);
  if (provider !== null) await letPeopleSignIn(invokeAdmin, organisation.organisationId, provider.url);
  sources = startEventSources({
    template,
    lambda,
    clients,
    sqsEndpoint: endpoints.sqs,
    streams,
    schedules,
    watches: chains.watches,
    dataDir,
    lenient,
    checkpointEvery: options.checkpointEvery,
    failed,
  });
  pile.defer(sources.stop);
  const gateway = new Api(template, lambda);
  const pages = new Pages(webFolder, provider === null ? undefined : { issuer: provider.url, clientId: LOCAL_CLIENT });
  const running = { baseUrl: api.url, awsEndpoint: aws.url };
  api.handle((request, response) => {
    // `org:create --port` reads this answer to find the admin function. No path of the API starts with `/_local`.
    if (request.url === '/_local') response.end(JSON.stringify(running));
    else if (!pages.serve(request, response)) void gateway.serve(request, response);
  });
  await untilWatched(
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
    issuer: provider?.url,
    anvilUrl: chains.rpcUrls.anvil?.[0],
    stop: () => started.disposeAsync(),
  };
}

/** Builds changed sources, and starts the emulators for which the environment names no endpoint. */
async function startEmulators(
  pile: AsyncDisposableStack,
  stackOptions: StackOptions,
  dataDir: DataDir,
  log: (text: string) => void,
  onConsumed: OnConsumed,
) {
  const processes = new Processes();
  pile.defer(() => processes.stop());
  const options: EmulatorOptions = { dataDir, processes, onDeath: stackOptions.onDeath ?? (() => {}) };
  const { DYNAMODB_ENDPOINT, SQS_ENDPOINT, S3_ENDPOINT } = process.env;
  const fauxqs = memo(async () => {
    const { endpoint, stop } = await startQueuesAndFiles(dataDir);
    pile.defer(stop);
    return endpoint;
  });
  const ownDynamoDb = async () => {
    const { lenient } = stackOptions;
    const started = await startStrictDynamoDb(options, lenient && { lenient }, { onConsumed });
    const { stop, endpoint, answer, strictness } = started;
    pile.defer(stop);
    const repeat = `DYNAMODB_SEED=${strictness.seed}`;
    log(`${JSON.stringify({ level: 'info', event: 'local.dynamodb_delays', repeat })}\n`);
    return { endpoint, answer };
  };
  const [{ endpoint: dynamoDb, answer: answerDynamoDb }, sqs, s3, chains] = await Promise.all([
    DYNAMODB_ENDPOINT === undefined ? ownDynamoDb() : dynamoDbAt(DYNAMODB_ENDPOINT),
    SQS_ENDPOINT ?? fauxqs(),
    S3_ENDPOINT ?? fauxqs(),
    startChains(pile, { ...stackOptions, anvilPort: beside(stackOptions.port, 2) }, options),
    buildIfChanged((line) => log(`${line}\n`)),
  ]);
  return { endpoints: { dynamoDb, answerDynamoDb, sqs, s3, ownDynamoDb: DYNAMODB_ENDPOINT === undefined }, chains };
}
