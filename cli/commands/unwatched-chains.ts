import type { Cli } from '../base/command.ts';
import { explain } from '../base/failures.ts';
import { coverageOf, unrecordedText } from './coverage-command.ts';

/** Says on which of the chains of new wallets the service records nothing. The wallets are stored already. */
export async function warnOfUnwatched({ api, output }: Cli, chains: Iterable<string>): Promise<void> {
  try {
    const coverages = await Promise.all([...new Set(chains)].map((chain) => coverageOf(api, chain)));
    const unwatched = coverages.filter(({ status }) => status === 'unwatched').map(({ chain }) => chain);
    if (unwatched.length === 0) return;
    output.warn(unrecordedText(unwatched));
  } catch (error) {
    output.warn(`Nobody knows whether the chains are watched: ${explain(error).join('; ')}`);
  }
}
