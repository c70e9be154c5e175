import { dataOf } from '../../../sdk/index.ts';
import { fieldErrors, problemText } from '../../design/problem-advice.ts';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';
import { isAddress, noAddress } from './counterparty-choices.ts';

interface AddressCheckOptions {
  readonly take: (names: readonly string[]) => void;
  readonly refuse: (fault: string) => void;
}

/**
 * Asks the service whether it takes addresses: the service alone knows the checksums of all chains. The question is the
 * preview of a rule about these addresses, which takes a thousand at once.
 */
export function useAddressCheck({ take, refuse }: AddressCheckOptions) {
  const client = useClient();
  const action = useAction({
    run: async (names: readonly string[]): Promise<string | undefined> => {
      const addresses = names.filter(isAddress);
      const rule = { ruleType: 'address_blacklist' as const, conditions: { addresses } };
      try {
        dataOf(await client.POST('/api/alerts/rules/preview', { body: { rule } }));
      } catch (error) {
        const refused = refusedAmong(addresses, fieldErrors(error));
        if (refused === undefined) throw error;
        return noAddress(refused);
      }
    },
    changes: [],
    onDone: (fault, names) => (fault === undefined ? take(names) : refuse(fault)),
    onFailed: (error) => refuse(`The service has not checked this address. ${problemText(error).detail}`),
  });
  return { isChecking: action.isRunning, check: action.start };
}

/** The first address that the service refuses; undefined when it refuses something else. */
function refusedAmong(addresses: readonly string[], errors: ReadonlyMap<string, string>): string | undefined {
  const [place] = [...errors.keys()].flatMap((path) => /^rule\.conditions\.addresses\.(\d+)$/.exec(path)?.[1] ?? []);
  return place === undefined ? undefined : addresses[Number(place)];
}
