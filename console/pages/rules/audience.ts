import { CHANNELS, type components, dataOf } from '../../../sdk/index.ts';
import { useRead } from '../../live/read.ts';
import { useClient } from '../../session/session-context.ts';
import { linesOf, type Texts } from './field-values.ts';

type Member = components['schemas']['AudienceMember'];

/** More wallets than the page asks for one by one. Beyond them it asks who hears of any wallet. */
const MOST_WALLETS = 5;

/**
 * Who would hear of an alert of the rule as the form stands.
 * @param all those that the API names for a rule of this type with every switch on.
 * @param ofRule those that it names for the stored rule: they may match the rule by its id.
 */
export function heardBy(all: readonly Member[], ofRule: readonly Member[], texts: Texts): readonly Member[] {
  const isOn = ({ kind }: Member) => {
    const toggle = CHANNELS.find((channel) => channel.kind === kind)?.toggle;
    return toggle === undefined || toggle === null || texts[toggle] === 'true';
  };
  const url = (texts.customWebhookUrl ?? '').trim();
  const members: readonly Member[] = [
    ...all.filter((member) => member.id !== null || isOn(member)),
    // The switches of the stored rule may differ from those of the form.
    ...ofRule.filter(({ id }) => id !== null),
    ...(url !== '' && texts.notifyWebhook === 'true' ? [{ kind: 'custom' as const, id: null, name: url }] : []),
  ];
  return [...new Map(members.map((member) => [`${member.kind} ${member.id}`, member])).values()];
}

interface AudienceOptions {
  /** The stored rule; undefined for a new rule. */
  readonly ruleId: string | undefined;
  readonly type: string;
  readonly texts: Texts;
}

/** Asks who would hear of an alert of the rule as the form stands, about one of its wallets. */
export function useAudience({ ruleId, type, texts }: AudienceOptions) {
  const client = useClient();
  const severity = texts.severity ?? '';
  const wallets = linesOf(texts.walletIds ?? '');
  const asked = wallets.length > 0 && wallets.length <= MOST_WALLETS ? wallets : [''];
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
  return { members: data && heardBy(data.all, data.ofRule, texts), error, retry };
}
