import * as z from 'zod';
import type { SendResult } from '../deliveries/result.ts';
import type { AttemptMessage, StoredDelivery } from '../deliveries/schema.ts';
import { env } from '../platform/env.ts';
import { redactInLog } from '../platform/log.ts';
import { withAcknowledgeLink, withoutLinks } from './acknowledge-link.ts';
import type { Channel } from './port/channel.ts';
import type { ChannelFields, RuleFields, SettingsFields, Shape } from './port/channel-fields.ts';
import type { DestinationPort } from './port/destination-port.ts';
import type { Notice, Places } from './port/notice.ts';
import type { SendDeps } from './port/send-deps.ts';

export interface Channels {
  readonly all: readonly Channel[];
  /** The channel of a delivery. @throws Error when no channel has this kind. */
  of(delivery: Pick<StoredDelivery, 'channel'>): Channel;
  /** See `Channel.destinationOf`. */
  destinationOf(delivery: StoredDelivery): string;
  /** The exact text that a channel sends. See `Channel.render`. */
  render(channel: Channel, notice: Notice, format?: string): string;
}

/** Makes a registry of channels. From then on, the log redacts the secrets of these channels. */
export function channelRegistry(all: readonly Channel[]): Channels {
  const byKind = new Map(all.map((channel) => [channel.kind, channel]));
  assertUnique(all.map(({ kind }) => kind));
  assertUnique(all.flatMap(({ toggle, ruleFields }) => [...namesOf(ruleFields), ...(toggle ? [toggle.field] : [])]));
  assertUnique(all.flatMap(({ settingsFields }) => namesOf(settingsFields)));
  for (const { kind, ruleFields, settingsFields } of all) {
    for (const fields of [ruleFields, settingsFields]) assertDefaults(kind, fields?.stored ?? {});
  }
  for (const { secrets } of all) if (secrets !== undefined) redactInLog(secrets);
  const of: Channels['of'] = ({ channel: { kind } }) => {
    const channel = byKind.get(kind);
    if (channel === undefined) throw new Error(`no channel is called ${kind}`);
    return channel;
  };
  return {
    all,
    of,
    destinationOf: (delivery) => of(delivery).destinationOf(delivery),
    render: (channel, notice, format) => channel.render(notice, configuredPlaces(), format),
  };
}

/** Where the links of this stage lead. Asked only for a text, because not every function has texts to write. */
function configuredPlaces(): Places {
  const { SERVICE_URL: serviceUrl, CONSOLE_URL: consoleUrl = null } = env.links();
  return { serviceUrl, consoleUrl };
}

const namesOf = (fields: ChannelFields | undefined): string[] => [
  ...new Set([fields?.input, fields?.response, fields?.stored].flatMap((shape) => Object.keys(shape ?? {}))),
];

/** @throws Error when two channels use the same name: each channel would read the values of the other channel. */
function assertUnique(names: readonly string[]): void {
  const repeated = names.find((name, n) => names.indexOf(name) < n);
  if (repeated !== undefined) throw new Error(`two channels use the name ${repeated}`);
}

/** @throws Error when a stored field has no default: nobody could read the records from before the channel. */
function assertDefaults(kind: string, stored: Shape): void {
  const missing = Object.keys(stored).find((name) => !stored[name]?.safeParse(undefined).success);
  if (missing !== undefined) throw new Error(`the stored field ${missing} of the channel ${kind} has no default`);
}

/** The kinds in the API. */
export const channelKind = ({ all }: Channels) => z.enum(all.map(({ kind }) => kind));

/** The names of channels for people: `webhook, e-mail and Slack`. */
export const labelsOf = (channels: readonly Channel[]): string =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(new Set(channels.map(({ label }) => label)));

/**
 * What the OpenAPI document says of the channels. The command line and the console offer the toggle and the secret URL
 * of each channel, and the console makes the form of a destination from the fields of its config.
 */
export const describedChannels = ({ all }: Channels) =>
  all.map(({ kind, label, toggle, settingsFields, destination }) => ({
    kind,
    label,
    toggle: toggle?.field ?? null,
    secretUrl: settingsFields?.secretUrl ?? null,
    destination: destination === undefined ? null : { fields: fieldsOf(destination) },
  }));

const fieldsOf = ({ config, examples, secret }: DestinationPort) =>
  Object.keys(config).map((field) => ({ field, example: examples[field] ?? null, isSecret: field === secret }));

/** Sends one attempt of a delivery over its channel. */
export const sender =
  (channels: Channels, deps: SendDeps) =>
  async (delivery: StoredDelivery, n: number): Promise<SendResult> => {
    const channel = channels.of(delivery);
    if (!channel.isForPeople) return channel.send(deps, delivery, n);
    return withoutLinks(await channel.send(deps, withAcknowledgeLink(deps, delivery), n));
  };

/**
 * Sends as `sender` does. Reads the subscription that the message names at once, while the caller claims the delivery:
 * two calls to the table then take the time of one.
 */
export const sendingAhead =
  (channels: Channels, deps: SendDeps) =>
  ({ organisationId, webhookId }: Pick<AttemptMessage, 'organisationId' | 'webhookId'>) => {
    const read = webhookId ? deps.webhooks.find(organisationId, webhookId) : null;
    // Nothing waits for the read when the message is a duplicate.
    read?.catch(() => {});
    const find: SendDeps['webhooks']['find'] = async (organisation, id) =>
      read !== null && organisation === organisationId && id === webhookId
        ? read
        : deps.webhooks.find(organisation, id);
    return sender(channels, { ...deps, webhooks: { find } });
  };

/**
 * The toggles of a rule by field name, with the value in a new rule. The API lists the toggles in alphabetical order.
 */
export const toggles = ({ all }: Channels): Readonly<Record<string, boolean>> =>
  Object.fromEntries(
    all
      .flatMap(({ toggle }) => (toggle === undefined ? [] : [[toggle.field, toggle.initially] as const]))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

export const ruleFieldsOf = ({ all }: Channels): RuleFields[] => all.flatMap(({ ruleFields }) => ruleFields ?? []);

export const settingsFieldsOf = ({ all }: Channels): SettingsFields[] =>
  all.flatMap(({ settingsFields }) => settingsFields ?? []);

/** The names of the fields of the settings with a URL that the API shows masked. */
export const secretUrlsOf = (registry: Channels): string[] =>
  settingsFieldsOf(registry).flatMap(({ secretUrl }) => secretUrl?.field ?? []);

/** The names of the fields that hold URLs to which the service posts. */
export const urlFields = (fields: readonly ChannelFields[]): string[] => fields.flatMap(({ urls = [] }) => urls);

export const merged = <T>(parts: readonly Readonly<Record<string, T>>[]): Record<string, T> =>
  Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
