// biome-ignore assist/source/organizeImports: clock.ts must load before modules that read the clock or compile.
import './clock.ts';
import { cacheCode } from './code-cache.ts';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { type AwsParts, answerAws, sendAnswer, type serveAws } from '../../local/aws/aws-endpoint.ts';
import { isS3, serveS3 } from '../../local/aws/s3.ts';
import { forward as forwardTo } from '../../local/aws/forward.ts';
import { SendEmail } from '../../local/aws/ses.ts';
import type { OneTimeSchedules } from '../../local/aws/one-time-schedules.ts';
import { startStack } from '../../local/cli/local-stack.ts';
import { callOf } from './intercepted-call.ts';
import { hashOfMail, writeEntry } from './journal.ts';
import { deferralIn, eventsIn, limitsIn } from './observed.ts';
import { changedFunction } from './changed-functions.ts';
import { callWithFault } from './faulty-call.ts';
import { type Kill, planOf } from './plan.ts';
import { FaultInjector } from './fault-injector.ts';

// The tortured process: a stack as in `npm start`, with a fault injector between its functions and AWS. The injector of
// the harness covers the calls of the stack itself and the posts to receivers.

/** The faults for the functions in the process of the stack. Null means no faults. */
export type FaultSetup = { readonly seed: number; readonly life: number; readonly kill: Kill | null } | null;
const FaultSetup = z.custom<FaultSetup>();

const Settings = z.object({
  dataDir: z.string(),
  journal: z.string(),
  /** The emulators, without the proxies. */
  dynamoDb: z.url(),
  sqs: z.url(),
  rpc: z.url(),
  /** The source of prices, in the place of DefiLlama. */
  prices: z.url(),
  /** What receives posts to PagerDuty, whose host no organisation names. */
  pagers: z.url(),
  /** Whether the functions get less than in `npm start`. */
  scarce: z.boolean(),
  faultSetup: FaultSetup,
});
export type Settings = z.output<typeof Settings>;

/** Where the functions ask for prices. */
const DEFILLAMA = 'https://coins.llama.fi';

const FaultSetups = z.object({ faultSetup: FaultSetup });

const settings = Settings.parse(JSON.parse(process.env.TORTURE_SETTINGS ?? '{}'));
const { journal, dynamoDb, sqs } = settings;
const injector = new FaultInjector({
  kill: () => process.kill(process.pid, 'SIGKILL'),
  onInjected: (injected) => writeEntry(journal, { injected }),
});
let schedules: OneTimeSchedules | undefined;

const serveAwsWithFaults: typeof serveAws = async (parts, request, response) => {
  schedules = parts.schedules;
  if (isS3(request)) return serveS3(parts, request, response);
  try {
    const emulators: AwsParts = {
      ...parts,
      dynamoDb: async (asked, body) => {
        const answer = await forwardTo(dynamoDb, asked, body);
        note(limitsIn(answer));
        return answer;
      },
      sqsEndpoint: sqs,
    };
    const call = callOf(request, await text(request));
    const forward = async (body = call.body) => {
      const answer = await answerAws(emulators, request, body);
      if (call.operation === 'SendEmail' && answer.status === 200) noteMail(body);
      return answer;
    };
    note(deferralIn(call));
    const caller = parts.iam.callerOf(request.headers.authorization ?? '');
    const answer = await (caller === undefined
      ? forward()
      : callWithFault(injector, call, forward, () => parts.lambda.timeOut(caller)));
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
  // A confirmation mail belongs to no delivery.
  if (of === undefined) return;
  const content = { subject: Subject.Data, text: Body.Text?.Data, html: Body.Html?.Data };
  writeEntry(journal, {
    delivery: of.Value,
    mail: hashOfMail({ to: mail.Destination.ToAddresses, ...content }),
  });
}

function log(lines: string): void {
  process.stderr.write(lines);
  note(eventsIn(lines));
}

function note(events: readonly string[]): void {
  for (const logged of events) writeEntry(journal, { logged });
}

function applyFaultSetup(faultSetup: FaultSetup): void {
  if (faultSetup === null) injector.end();
  else injector.begin(planOf(faultSetup.seed), faultSetup.kill === null ? [] : [faultSetup.kill], faultSetup.life);
}

process.on('message', (message) => {
  const received = FaultSetups.safeParse(message);
  if (received.success) return applyFaultSetup(received.data.faultSetup);
  // The clock has jumped. Re-arm the timers of the schedules, which do not follow the clock.
  schedules?.stop();
  schedules?.start();
});
// Exit when the harness dies.
process.on('disconnect', () => process.exit());

const throughNetwork = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const isPrices = typeof input === 'string' && input.startsWith(DEFILLAMA);
  return throughNetwork(isPrices ? `${settings.prices}${input.slice(DEFILLAMA.length)}` : input, init);
};

cacheCode();
applyFaultSetup(settings.faultSetup);
const { baseUrl, awsEndpoint } = await startStack({
  port: 0,
  dataDir: settings.dataDir,
  retryDelays: [0, 0, 0, 0, 0],
  rpc: { anvil: [settings.rpc] },
  watch: ['anvil'],
  start: {},
  confirmations: {},
  prices: 'live',
  vendors: { pagerduty: settings.pagers },
  changed: changedFunction(settings.scarce),
  log,
  aws: serveAwsWithFaults,
  onDeath: (message) => {
    process.stderr.write(`${message}\n`);
    process.exit(1);
  },
});
process.send?.({ baseUrl, awsEndpoint });
