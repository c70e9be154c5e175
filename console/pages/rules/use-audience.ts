import { dataOf } from '../../../sdk/index.ts';
import { useRead } from '../../live/read.ts';
import { useClient } from '../../session/session-context.ts';
import { heardBy, silentSwitches } from './audience.ts';
import { linesOf, type Texts } from './field-values.ts';
import { WALLET_PATHS } from './rule-draft.ts';

/** More wallets than the page asks for one by one. Beyond them, and for groups, it asks for alerts of any wallet. */
const MOST_WALLETS = 5;

interface AudienceOptions {
  /** The stored rule; undefined for a new rule. */
  readonly ruleId: string | undefined;
  readonly type: string;
  readonly texts: Texts;
}

/** Asks who would get an alert of the rule as the form stands, about one of its wallets. */
export function useAudience({ ruleId, type, texts }: AudienceOptions) {
  const client = useClient();
  const severity = texts.severity ?? '';
  const [wallets, ...groups] = [WALLET_PATHS.ids, WALLET_PATHS.tags, WALLET_PATHS.types].map((path) =>
    linesOf(texts[path] ?? ''),
  );
  const isOfFew = groups.flat().length === 0 && wallets !== undefined && wallets.length <= MOST_WALLETS;
  const asked = isOfFew && wallets.length > 0 ? wallets : [''];
  const ask = async (signal: AbortSignal, rule: Readonly<Record<string, string>>) => {
    const answers = asked.map(async (walletId) => {
      const query = new URLSearchParams({ ...rule, severity, ...(walletId === '' ? {} : { walletId }) });
      const querySerializer = () => query.toString();
      return dataOf(await client.GET('/api/destinations/preview', { querySerializer, signal })).data;
    });
    return (await Promise.all(answers)).flat();
  };
  const { data, error, retry } = useRead({
    queryKey: ['audience', ruleId, type, severity, ...asked],
    queryFn: async ({ signal }) => {
      const [all, ofRule] = await Promise.all([
        ask(signal, { ruleType: type }),
        ruleId === undefined ? [] : ask(signal, { ruleId }),
      ]);
      return { all, ofRule };
    },
    placeholderData: (before) => before,
  });
  return {
    members: data && heardBy(data.all, data.ofRule, texts),
    silent: data === undefined ? [] : silentSwitches(data.all, texts),
    error,
    retry,
  };
}
