// biome-ignore assist/source/organizeImports: before all that reads the clock or compiles.
import './clock.ts';
import { cacheCode } from './code-cache.ts';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { type AwsParts, answerAws, sendAnswer, type serveAws } from '../../local/aws/aws-endpoint.ts';
import { SendEmail } from '../../local/aws/ses.ts';
import type { OneTimeSchedules } from '../../local/aws/one-time-schedules.ts';
import { startStack } from '../../local/cli/local-stack.ts';
import { callOf } from './calls.ts';
import { hashOfMail, note } from './journal.ts';
import { meet } from './meet.ts';
import { type Kill, planOf } from './plan.ts';
import { Storm } from './storm.ts';

// The process that is tortured: a stack as `npm start` has it, with a storm between its functions and AWS.
// Those in the harness stand between the stack itself and the emulators, and between it and receivers.

/** Of the stack's process: what its functions meet. Null: no storm. */
export type Forecast = { readonly seed: number; readonly life: number; readonly kill: Kill | null } | null;
const Forecast = z.custom<Forecast>();

const Settings = z.object({
  dataDir: z.string(),
  journal: z.string(),
  /** The emulators themselves, past what is between the stack's own calls and them. */
  dynamoDb: z.url(),
  sqs: z.url(),
  rpc: z.url(),
  forecast: Forecast,
});
export type Settings = z.output<typeof Settings>;

const Forecasts = z.object({ forecast: Forecast });

const settings = Settings.parse(JSON.parse(process.env.TORTURE_SETTINGS ?? '{}'));
const { journal, dynamoDb, sqs } = settings;
const storm = new Storm({
  kill: () => process.kill(process.pid, 'SIGKILL'),
  meets: (met) => note(journal, { met }),
});
let schedules: OneTimeSchedules | undefined;

const stormy: typeof serveAws = async (parts, request, response) => {
  schedules = parts.schedules;
  try {
    const emulators: AwsParts = { ...parts, dynamoDbEndpoint: dynamoDb, sqsEndpoint: sqs };
    const call = callOf(request, await text(request));
    const forward = async (body = call.body) => {
      const answer = await answerAws(emulators, request, body);
      if (call.operation === 'SendEmail' && answer.status === 200) noteMail(body);
      return answer;
    };
    const isOfFunction = parts.iam.functionOf(request.headers.authorization ?? '') !== undefined;
    const answer = await (isOfFunction ? meet(storm, call, forward) : forward());
    if (answer === undefined) response.destroy();
    else sendAnswer(response, answer);
  } catch {
    response.destroy();
  }
};

function noteMail(body: string): void {
  const mail = SendEmail.parse(JSON.parse(body));
  const { Subject, Body, Headers } = mail.Content.Simple;
  const of = Headers.find(({ Name }) => Name === 'X-Chainwatch-Delivery');
  const said = { subject: Subject.Data, text: Body.Text?.Data, html: Body.Html?.Data };
  note(journal, { delivery: of?.Value ?? '', mail: hashOfMail({ to: mail.Destination.ToAddresses, ...said }) });
}

/** A delivery that cannot be attempted now: for its receiver has all its slots taken, fails, or it is late. */
const DEFERRED = /"event":"delivery\.deferred".*?"why":"(\w+)"/g;

function log(lines: string): void {
  process.stderr.write(lines);
  for (const [, why] of lines.matchAll(DEFERRED)) note(journal, { logged: `deferred, ${why}` });
}

function weather(forecast: Forecast): void {
  if (forecast === null) storm.end();
  else storm.begin(planOf(forecast.seed), forecast.kill === null ? [] : [forecast.kill], forecast.life);
}

process.on('message', (message) => {
  const told = Forecasts.safeParse(message);
  if (told.success) return weather(told.data.forecast);
  // The clock has jumped, which timers do not see.
  schedules?.stop();
  schedules?.start();
});
// Nobody else ends it when the harness dies.
process.on('disconnect', () => process.exit());

cacheCode();
weather(settings.forecast);
const { baseUrl, awsEndpoint } = await startStack({
  port: 0,
  dataDir: settings.dataDir,
  retryDelays: [0, 0, 0, 0, 0],
  rpc: { anvil: [settings.rpc] },
  watch: ['anvil'],
  start: {},
  confirmations: {},
  log,
  aws: stormy,
  onDeath: (message) => {
    process.stderr.write(`${message}\n`);
    process.exit(1);
  },
});
process.send?.({ baseUrl, awsEndpoint });
