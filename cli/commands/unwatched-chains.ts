import type { Cli } from '../base/command.ts';
import { explain } from '../base/failures.ts';
import { coverageOf } from './coverage-command.ts';

/** Says on which of the chains of new wallets the service records nothing. The wallets are stored already. */
export async function warnOfUnwatched({ api, output }: Cli, chains: Iterable<string>): Promise<void> {
  try {
    const coverages = await Promise.all([...new Set(chains)].map((chain) => coverageOf(api, chain)));
    const unwatched = coverages.filter(({ status }) => status === 'unwatched').map(({ chain }) => chain);
    if (unwatched.length === 0) return;
    const [which, them] = unwatched.length === 1 ? ['this chain', 'it'] : ['these chains', 'them'];
    const found = `Payments on ${unwatched.join(', ')} are not recorded: the service does not watch ${which}.`;
    output.warn(`${found} Ask who runs the service to watch ${them}.`);
  } catch (error) {
    output.warn(`Nobody knows whether the chains are watched: ${explain(error).join('; ')}`);
  }
}
