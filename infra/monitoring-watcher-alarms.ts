import type { ChainId } from '../lib/chains/registry.ts';
import { watcherName } from './chain-watchers.ts';
import { type AlarmRow, ofFunction } from './monitoring-alarm.ts';
import type { Stage } from './stages.ts';

/** The alarms that each watched chain has. */
export const watcherAlarms = (stage: Stage, chain: ChainId): AlarmRow[] => [
  {
    name: `${chain}-silent`,
    severity: 'page',
    pattern: '<chain>-silent',
    watches: { kind: 'lines', name: 'watcherIdleSeconds', dimensions: { chain } },
    statistic: 'Maximum',
    threshold: { above: 600 },
    minutes: 5,
    periods: 1,
    breaks:
      'No watcher has held the lease of the chain for ten minutes, although a run begins every minute. Nothing of ' +
      'the chain is recorded, and no organisation gets an alert about it.',
    act:
      'Is the schedule there and enabled (`aws scheduler list-schedules --group-name ' +
      'chainwatch-<stage>-chains`)? Does `watch-<chain>` fail before it takes its lease, or get throttled? The ' +
      'watcher continues from its cursor, so nothing is lost. `handover` measures this time. If you watch a chain ' +
      'again after a pause, the alarm may ring until the first run.',
  },
  {
    name: `${chain}-errors`,
    severity: 'ticket',
    pattern: '<chain>-errors',
    watches: {
      kind: 'percentage',
      part: ofFunction(stage, watcherName(chain), 'Errors'),
      whole: ofFunction(stage, watcherName(chain), 'Invocations'),
    },
    statistic: 'Sum',
    threshold: { above: 5 },
    minutes: 5,
    periods: 2,
    breaks:
      'Over 5 % of the runs of the watcher failed: the alerts of the chain are late. Mostly every node of the chain ' +
      'is down, or the secret has none for it. Nothing is lost: scanning continues from the cursor.',
    act:
      '`ChainUnavailableError` in the log of `watch-<chain>` names what the nodes answered. Other errors: check the ' +
      'dependency that they name.',
  },
  {
    name: `${chain}-throttled`,
    severity: 'ticket',
    pattern: '<chain>-throttled',
    watches: { kind: 'aws', metric: ofFunction(stage, watcherName(chain), 'Throttles') },
    statistic: 'Sum',
    threshold: { above: 0 },
    minutes: 5,
    periods: 3,
    breaks:
      'Lambda has refused runs of the watcher for a quarter of an hour. A run that is refused leaves the chain ' +
      'unscanned for a minute.',
    act:
      'Two runs of a watcher overlap, so more than two hang. Read the log of `watch-<chain>`, and compare the ' +
      'concurrency of the account with its quota.',
  },
  {
    name: `${chain}-memory`,
    severity: 'ticket',
    pattern: '<chain>-memory',
    watches: { kind: 'lines', name: 'watcherMemoryPercent', dimensions: { chain } },
    statistic: 'Maximum',
    threshold: { above: 80 },
    minutes: 5,
    periods: 3,
    breaks:
      'The watcher of the chain uses over 80 % of its memory, mostly for watched addresses. At 100 % Lambda ends ' +
      'its runs, and the chain is not scanned any more.',
    act:
      'Raise the memory of the chain in `watcherMemoryMb` (`infra/chain-watchers.ts`) and deploy. `bench/results.md` ' +
      'says how much a million addresses take.',
  },
  {
    name: `${chain}-balances-behind`,
    severity: 'ticket',
    pattern: '<chain>-balances-behind',
    watches: { kind: 'lines', name: 'balancesBehindSeconds', dimensions: { chain } },
    statistic: 'Maximum',
    threshold: { above: 36 * 60 * 60 },
    minutes: 5,
    periods: 1,
    breaks:
      'For 36 hours no check has compared the balances of all addresses of the chain. Payments that only a check ' +
      'finds are late. Scans go on.',
    act:
      'The lines `balance.check_postponed` in the log of `watch-<chain>` name what the nodes answered. Without such ' +
      'lines the nodes are too slow for so many addresses: `docs/architecture/watching.md` says how long a round ' +
      'takes. Put faster nodes into the secret. After a pause of the chain the alarm rings until the first round ends.',
  },
];
