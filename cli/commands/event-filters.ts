import { type Command, Option } from '@commander-js/extra-typings';
import type { ChainwatchClient } from '../../sdk/index.ts';
import { SEVERITIES } from '../base/api-values.ts';
import { chainOption } from '../base/chain-option.ts';
import { momentOf } from '../base/moments.ts';
import { optionalId } from '../base/named.ts';

/**
 * Adds the filters of events, which the list and the reviews of all events share, to a command.
 * @param when the option without which they mean nothing, such as `with --all: `.
 */
export const eventFilters = (to: Command, when = '') =>
  to
    .addOption(new Option('--severity <severity>', `${when}only events of this severity`).choices(SEVERITIES))
    .option('--rule <rule>', `${when}only events of this rule`)
    .option('--wallet <wallet>', `${when}only events of this wallet`)
    .option('--wallet-tag <tag>', `${when}only events of the wallets that carry this tag now`)
    .option('--chain <chain>', `${when}only events on this chain`, chainOption)
    .option(
      '--since, --from <time>',
      `${when}the earliest time: a date, an instant of ISO 8601, or how long ago, such as 2d`,
      momentOf,
    )
    .option('--to <time>', `${when}the latest time`, momentOf);

type Given = ReturnType<ReturnType<typeof eventFilters>['opts']>;

/** The options as the API names them. */
export async function eventFiltersOf(api: ChainwatchClient, { rule, wallet, ...same }: Given) {
  return { ...same, ruleId: await optionalId(api, 'rule', rule), walletId: await optionalId(api, 'wallet', wallet) };
}
