import type { Cost, MeasuredUnits } from '../bench/measured-units.ts';
import { pipelines } from '../functions/pipelines/pipelines.ts';
import { BACKUPS } from '../infra/backup-stacks.ts';
import { watcherMemoryMb } from '../infra/chain-watchers.ts';
import { ChainId, chainOf } from '../lib/chains/registry.ts';
import { DUE_SHARDS } from '../lib/platform/table/due-keys.ts';
import { type Prices, usEast1 } from './aws-prices.ts';
import { assumed, CHAINS, type CostCase } from './cost-cases.ts';
import type { Infrastructure } from './cost-infrastructure.ts';
import { named, sumOf, tableUsd, times, workOf } from './work-costs.ts';

const DAYS = 365.25 / 12;
const MINUTES = DAYS * 24 * 60;
const KB_PER_GB = 1024 ** 2;

/** The partitions of unfinished work, which handover asks each minute. */
const DUE_QUERIES = Object.values(DUE_SHARDS).reduce((sum, shards) => sum + shards, 0);

/** A line of the bill. */
export interface CostLine {
  readonly name: string;
  /** USD a month. */
  readonly usd: number;
}

/** USD of a function that runs for so many seconds in all. */
const lambdaUsd = (seconds: number, memoryMb: number, { lambda }: Prices): number =>
  seconds * (memoryMb / 1024) * lambda.armGbSecond;

/** Seconds of an invocation whose table calls follow each other. */
const secondsOf = ({ requests }: Cost, moreMs = 0): number =>
  (requests * assumed('tableMs') + assumed('invocationMs') + moreMs) / 1000;

/** Blocks of a chain in a month. */
export const blocksOf = (chain: string): number => (DAYS * 86_400) / (chainOf(chain).blockSeconds ?? Number.NaN);

/** The units of a watcher per block. */
const perBlock = ({ watch }: MeasuredUnits, chain: string, isIdle: boolean): Cost =>
  named(isIdle ? watch.idle : watch.perBlock, chain);

/** USD of the watcher function of a chain in a month. */
export function watcherUsd(measured: MeasuredUnits, chain: string, isIdle: boolean, prices: Prices = usEast1): number {
  const memoryMb = watcherMemoryMb(ChainId.parse(chain));
  const blocks = blocksOf(chain) / MINUTES;
  const blockMs =
    perBlock(measured, chain, true).requests * assumed('tableMs') + assumed('nodeMs') / assumed('readAhead');
  const seconds = isIdle ? assumed('restSeconds') + (blocks * blockMs) / 1000 : assumed('watcherSeconds');
  return lambdaUsd(seconds * MINUTES, memoryMb, prices);
}

/** USD of all alarms, and of the metrics of log lines, in a month. */
export const alarmsUsd = ({ alarmMetrics, customMetrics }: Infrastructure, { cloudWatch }: Prices = usEast1): number =>
  alarmMetrics * cloudWatch.alarmMetric + customMetrics * cloudWatch.customMetric;

/** USD of the access control lists of AWS WAF in a month without a request. */
export const wafUsd = ({ webAcls, webRules }: Infrastructure, { waf }: Prices = usEast1): number =>
  webAcls * waf.webAcl + webRules * waf.rule;

/** USD of the NAT gateways and their addresses in a month without a byte. */
export const natUsd = ({ natGateways, addresses }: Infrastructure, { nat }: Prices = usEast1): number =>
  DAYS * 24 * (natGateways * nat.gatewayHour + addresses * nat.addressHour);

/** USD in a month for each gigabyte of the table: what both vaults keep, and what is sent to the other region. */
export const backupGbUsd = ({ backup, transfer }: Prices = usEast1): number =>
  BACKUPS.reduce(
    (sum, { perMonth, keptDays, copyKeptDays }) =>
      sum +
      ((perMonth * (keptDays + copyKeptDays)) / DAYS) * backup.dynamoDbGbMonth +
      perMonth * transfer.gbBetweenRegions,
    0,
  );

/** The lines of a month's bill. */
export function linesOf(
  of: CostCase,
  measured: MeasuredUnits,
  infrastructure: Infrastructure,
  prices: Prices = usEast1,
): CostLine[] {
  const isIdle = of.wallets === 0;
  const work = workOf(measured);
  const { transactions, requests, lists } = of;
  const alerts = transactions * assumed('alertsPerTransaction');
  const deliveries = alerts * assumed('deliveriesPerAlert');
  const evaluated = sumOf([work.evaluation, times(assumed('alertsPerTransaction'), work.decision)]);
  const { checks, importToWebhook } = measured;
  const checkedMoves = transactions * assumed('ethereumShare');
  const interval = chainOf('ethereum').reconcileEvery;
  const perMove = times(interval / checks.moved, checks.perBlock);
  const gb =
    (assumed('months') *
      (transactions * importToWebhook.storedBytes.transaction + alerts * importToWebhook.storedBytes.alert)) /
    1024 ** 3;
  const invocations = transactions + deliveries + MINUTES * (CHAINS.length + 1);
  const scans = CHAINS.reduce((sum, chain) => sum + (isIdle ? MINUTES : blocksOf(chain)), 0);
  const logGb =
    (invocations * assumed('invocationKb') +
      requests * (assumed('requestKb') + assumed('invocationKb')) +
      scans * assumed('scanKb')) /
    KB_PER_GB;
  const messages = deliveries * assumed('requestsPerMessage');
  const emptyReceives = infrastructure.polledQueues * assumed('emptyReceivesPerMinute') * MINUTES;
  const throughCloudFront = requests * assumed('consoleShare');
  const { apiGateway, cloudWatch, dynamoDb, kms, lambda, scheduler, secretsManager, ses, sqs, transfer, waf } = prices;
  const units = (cost: Cost): number => tableUsd(cost, prices);
  const ran = (seconds: number, memoryMb: number): number => lambdaUsd(seconds, memoryMb, prices);
  return [
    {
      name: 'watchers: functions',
      usd: CHAINS.reduce((sum, chain) => sum + watcherUsd(measured, chain, isIdle, prices), 0),
    },
    {
      name: 'watchers: units of blocks',
      usd: CHAINS.reduce((sum, chain) => sum + blocksOf(chain) * units(perBlock(measured, chain, isIdle)), 0),
    },
    { name: 'checks of balances: units', usd: checkedMoves * units(perMove) },
    {
      name: 'recording: units, with prices and compaction',
      usd:
        transactions *
        units(
          sumOf([
            work.record,
            work.compaction,
            { requests: 1, readUnits: assumed('priceReads'), writeUnits: assumed('priceWrites') },
          ]),
        ),
    },
    { name: 'evaluation: units', usd: transactions * units(work.evaluation) },
    {
      name: 'alerts and deliveries: units',
      usd: alerts * units(sumOf([work.decision, work.alertCompaction])) + deliveries * units(work.delivery),
    },
    {
      name: 'evaluation and delivery: functions',
      usd:
        ran(transactions * secondsOf(evaluated), pipelines['evaluate-rules'].memoryMb) +
        ran(transactions * secondsOf(work.compaction), pipelines['compact-lists'].memoryMb) +
        ran(deliveries * secondsOf(work.delivery, assumed('receiverMs')), pipelines.deliver.memoryMb),
    },
    {
      name: 'API: gateway, functions, units, traffic',
      usd:
        (requests / 1e6) * apiGateway.millionRequests +
        ran((requests * assumed('requestMs')) / 1000, assumed('requestMb')) +
        units({
          requests,
          readUnits: lists * assumed('listReads') + requests * assumed('requestReads'),
          writeUnits: requests * assumed('requestWrites'),
        }) +
        ((requests * assumed('answerKb') + deliveries * assumed('webhookKb')) / KB_PER_GB) * transfer.gbOut,
    },
    {
      name: 'handover: units and function',
      usd:
        MINUTES * units({ requests: 0, readUnits: DUE_QUERIES * assumed('dueQueryReads'), writeUnits: 0 }) +
        ran((MINUTES * DUE_QUERIES * assumed('tableMs')) / 1000, pipelines.handover.memoryMb),
    },
    { name: 'invocations', usd: ((invocations + requests) / 1e6) * lambda.millionRequests },
    {
      name: `storage after ${assumed('months')} months, with recovery`,
      usd: gb * (dynamoDb.gbMonth + dynamoDb.recoveryGbMonth),
    },
    {
      name: 'queues and schedules',
      usd:
        ((messages + emptyReceives) / 1e6) * sqs.millionRequests +
        (messages / 1e6) * sqs.millionFairRequests +
        ((infrastructure.schedules * MINUTES) / 1e6) * scheduler.millionInvocations,
    },
    {
      name: 'logs',
      usd: logGb * cloudWatch.logGb + logGb * assumed('logMonths') * assumed('compressedLogs') * cloudWatch.logGbMonth,
    },
    {
      name: 'alarms, metrics, secrets, key',
      usd:
        alarmsUsd(infrastructure, prices) +
        infrastructure.secrets * secretsManager.secret +
        infrastructure.keys * kms.key,
    },
    { name: 'AWS WAF', usd: wafUsd(infrastructure, prices) + (requests / 1e6) * waf.millionRequests },
    {
      name: `backups and their copies after ${assumed('months')} months`,
      usd: infrastructure.hasBackups ? gb * backupGbUsd(prices) : 0,
    },
    { name: 'X-Ray', usd: ((requests * infrastructure.traces) / 1e6) * prices.xRay.millionTraces },
    {
      name: 'CloudFront: requests, functions, traffic',
      usd:
        (throughCloudFront / 1e6) * (prices.cloudFront.millionRequests + prices.cloudFront.millionFunctionRuns) +
        ((throughCloudFront * assumed('answerKb')) / KB_PER_GB) * prices.cloudFront.gbOut,
    },
    { name: 'e-mails', usd: ((alerts * assumed('mailsPerAlert')) / 1000) * ses.thousandMails },
  ];
}
