import { CHANNELS, type components } from '../../../sdk/index.ts';
import type { Texts } from './field-values.ts';

type Member = components['schemas']['AudienceMember'];

/**
 * Who would get an alert of the rule as the form stands.
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
