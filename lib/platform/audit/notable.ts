import * as z from 'zod';
import { wordsOf } from '../../values/text.ts';
import type { Audited } from './audit-entry.ts';
import type { Difference } from './differences.ts';

/** What a change does to something that watches or tells. */
export const NotableAction = z.enum(['disabled', 'deleted', 'repointed', 'muted']);

/** What the organisation is told of an entry. */
export const Notable = z.object({ action: NotableAction, name: z.string() });
export type Notable = z.output<typeof Notable>;

/** The fields of rules, wallets, subscriptions and destinations that say whether they watch or tell. */
const Watching = z.object({
  isActive: z.boolean().optional(),
  /** Of a wallet. */
  watch: z.boolean().optional(),
  chains: z.array(z.string()).default([]),
  mutedUntil: z.string().nullish(),
  name: z.string().optional(),
  label: z.string().optional(),
  description: z.string().optional(),
  url: z.string().optional(),
});
type Watching = z.output<typeof Watching>;

const Settings = z.object({ emails: z.array(z.string()).default([]) });

/** Paths of where a rule, a subscription or a destination sends. */
const TARGETS: Readonly<Record<string, RegExp>> = {
  rule: /^customWebhookUrl$/,
  webhook: /^url$/,
  destination: /^(url|secret|config\..+)$/,
  settings: /^(emails|\w+Url)$/,
};
/** Further paths that a notice shows. */
const STATES = /^(isActive|watch|chains|mutedUntil|muteReason|muteCritical)$/;

/**
 * What the organisation is told of a change: something that was active is disabled, deleted, repointed or muted, or the
 * settings lose a confirmed mail address or a URL. Null for every other change. One change may do several of these, and
 * is told as the first.
 */
export function notableIn(change: Audited, differences: readonly Difference[]): Notable | null {
  const { action, resource, id } = change;
  if (resource === 'settings') return notableInSettings(change, differences);
  if (id === null || !(resource === 'wallet' || resource in TARGETS)) return null;
  const before = Watching.nullable().parse(change.before ?? null);
  if (before === null || !isOn(before)) return null;
  const told = (what: Notable['action']): Notable => ({ action: what, name: nameOf(before) });
  if (action === 'delete') return told('deleted');
  const after = Watching.nullable().parse(change.after ?? null);
  if (after === null) return null;
  if (!isOn(after) || before.chains.some((chain) => !after.chains.includes(chain))) return told('disabled');
  if (differences.some((each) => each.before !== null && TARGETS[resource]?.test(each.path))) return told('repointed');
  return action !== 'unmute' && after.mutedUntil != null && after.mutedUntil !== before.mutedUntil
    ? told('muted')
    : null;
}

function notableInSettings({ after, lostAddresses = [] }: Audited, differences: readonly Difference[]): Notable | null {
  if (lostAddresses.length > 0) {
    const { emails } = Settings.parse(after ?? {});
    return { action: emails.length === 0 ? 'disabled' : 'repointed', name: 'e-mail addresses' };
  }
  const url = differences.find((each) => each.before !== null && /Url$/.test(each.path));
  if (url === undefined) return null;
  return { action: url.after === null ? 'disabled' : 'repointed', name: wordsOf(url.path) };
}

/** The differences of an entry that its notice shows. */
export const shownDifferences = (
  resource: Audited['resource'],
  { action }: Notable,
  differences: readonly Difference[],
): readonly Difference[] =>
  action === 'deleted'
    ? []
    : differences.filter(({ path }) => STATES.test(path) || TARGETS[resource]?.test(path) === true);

const isOn = ({ isActive, watch }: Watching): boolean => isActive ?? watch ?? false;

const nameOf = ({ name, label, description, url }: Watching): string =>
  name ?? label ?? (description || hostOf(url ?? ''));

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
