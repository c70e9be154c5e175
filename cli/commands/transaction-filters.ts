import { type Command, Option } from '@commander-js/extra-typings';
import { type ChainwatchClient, type components, typedFigure } from '../../sdk/index.ts';
import { chainOption } from '../base/chain-option.ts';
import { momentOf } from '../base/moments.ts';
import { optionalId } from '../base/named.ts';

/** Adds the filters of transactions, which the list and the export share, to a command. */
export const transactionFilters = (to: Command) =>
  to
    .option('--wallet <wallet>', 'only transactions of this wallet')
    .option('--wallet-tag <tag>', 'only transactions of the wallets that carry this tag now')
    .option('--chain <chain>', 'only transactions on this chain', chainOption)
    .addOption(new Option('--direction <direction>').choices(['inbound', 'outbound', 'internal'] as const))
    .option('--token <symbol>', 'only transactions with this token')
    .addOption(new Option('--status <status>').choices(['success', 'failed'] as const))
    .option('--tag <tag>', 'only transactions to which you gave this tag')
    .option('--counterparty <address>', 'only transactions with this address at either end')
    .option('--min-usd <amount>', 'only transactions of at least this value in USD')
    .addOption(
      new Option('--value-status <status>', 'whether the value in USD is known').choices([
        'known',
        'pending',
        'unpriced',
      ] as const),
    )
    .option(
      '--destination-tag <tag>',
      'only transactions with this destination tag; `none` for those without one',
      tagOf,
    )
    .option('--reference <value>', 'only transactions with this memo, invoice or other reference')
    .option('--lookalike', 'only transactions whose counterparty looks like a known address and is another')
    .option(
      '--since, --from <time>',
      'the earliest block time: a date, an instant of ISO 8601, or how long ago, such as 2d',
      momentOf,
    )
    .option('--to <time>', 'the latest block time', momentOf)
    .option('-q, --query <text>', 'the beginning of a hash, or words of notes, labels and memos')
    .option('--include-reorged', 'also transactions that a reorganisation removed');

/** The API names the field when the text is neither a number nor `none`. */
const tagOf = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text);

type Given = ReturnType<ReturnType<typeof transactionFilters>['opts']>;

/** The options as the API names them. */
export async function filtersOf(
  api: ChainwatchClient,
  given: Given,
): Promise<components['schemas']['TransactionFilters']> {
  const { wallet, token: tokenSymbol, minUsd, query: q, includeReorged, lookalike, ...same } = given;
  const minValueUsd = minUsd && (typedFigure(minUsd) ?? minUsd);
  const walletId = await optionalId(api, 'wallet', wallet);
  return {
    ...{ ...same, walletId, tokenSymbol, minValueUsd, q },
    lookalike: lookalike ? 'true' : undefined,
    includeReorged: includeReorged ? 'true' : undefined,
  };
}
