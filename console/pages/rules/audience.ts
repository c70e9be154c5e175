import { CHANNELS, type components } from '../../../sdk/index.ts';
import { capitalised } from '../../design/field-label.ts';
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

/** A switch that is on although the settings have nothing that it could send to. */
export interface SilentSwitch {
  readonly kind: string;
  /** The field of the rule. */
  readonly toggle: string;
  /** The channel, as a person reads it. */
  readonly name: string;
  readonly text: string;
}

/** @param all those that the API names for a rule with every switch on. */
export function silentSwitches(all: readonly Member[], texts: Texts): readonly SilentSwitch[] {
  return CHANNELS.flatMap(({ kind, label, toggle, secretUrl }) => {
    // The URL of `custom` is a field of the rule itself.
    if (toggle === null || kind === 'custom' || texts[toggle] !== 'true') return [];
    if (all.some((member) => member.kind === kind && member.id === null)) return [];
    const text = `The settings have no ${label} ${secretUrl === null ? 'address' : 'URL'}.`;
    return [{ kind, toggle, name: capitalised(label), text }];
  });
}
