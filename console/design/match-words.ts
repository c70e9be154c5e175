import type { components } from '../../sdk/index.ts';
import { counted } from './counted.ts';
import { capitalised, labelOf } from './field-label.ts';

/** What a destination or a subscription wants to hear. A field without values matches everything. */
export type Match = Omit<components['schemas']['Destination']['match'], 'events'>;

/** A part of a sentence. What a stranger or a colleague wrote is foreign. */
export interface Word {
  readonly text: string;
  readonly isForeign?: boolean;
}

/** The names of records by their ids; undefined for a record that is deleted, or not loaded yet. */
export interface MatchNames {
  readonly ruleName: (id: string) => string | undefined;
  readonly walletLabel: (id: string) => string | undefined;
}

/** The events of a destination that chooses none. */
export const USUAL_EVENTS: readonly string[] = ['alert.fired', 'alert.retracted'];

/** The match without the fields that match everything. */
export const filledMatch = (match: Match): Match =>
  Object.fromEntries(Object.entries(match).filter(([, values = []]) => values.length > 0));

export const isSameSet = (a: readonly string[] = [], b: readonly string[] = []): boolean =>
  new Set(a).symmetricDifference(new Set(b)).size === 0;

export const isSameMatch = (a: Match, b: Match): boolean => {
  const [left, right] = [a, b].map((match) => new Map(Object.entries(match)));
  return [...(left?.keys() ?? []), ...(right?.keys() ?? [])].every((name) =>
    isSameSet(left?.get(name), right?.get(name)),
  );
};

const NOUNS = new Map([
  ['alert.fired', 'alerts without their retractions'],
  ['alert.retracted', 'retractions'],
  ['alert.acknowledged', 'acknowledgements'],
  ['alert.resolved', 'resolutions'],
  ['audit.checkpoint', 'checkpoints of the audit log'],
  ['coverage.difference', 'differences of balances'],
  ['wallet.throttled', 'wallets that have to wait'],
  ['configuration.changed', 'changes of the configuration'],
]);

/** An event as a person calls it: `alert.fired` is "alerts", because its retractions are an event of their own. */
export const eventNoun = (event: string): string =>
  event === 'alert.fired' ? 'alerts' : (NOUNS.get(event) ?? labelOf(event));

const listed = (texts: readonly string[]): string => new Intl.ListFormat('en-GB').format(texts);

/** Whether the match asks for what only alerts have: a rule and its severity. */
const asksForRules = ({ severities = [], ruleIds = [], ruleTypes = [] }: Match): boolean =>
  severities.length + ruleIds.length + ruleTypes.length > 0;

const asksForWallets = ({ walletIds = [], walletTypes = [], walletTags = [] }: Match): boolean =>
  walletIds.length + walletTypes.length + walletTags.length > 0;

/** The events that the match leaves out: they have no rule or no wallet, and the match asks for one. */
export const unheardEvents = (match: Match, events: readonly string[]): readonly string[] =>
  events.filter((event) =>
    event === 'configuration.changed'
      ? asksForRules(match) || asksForWallets(match)
      : asksForRules(match) && !event.startsWith('alert.') && event !== 'ping',
  );

/** What is heard, as a sentence without its end: `Critical alerts of 2 wallets`. */
export function heardWords(match: Match, events: readonly string[], names: MatchNames): readonly Word[] {
  const unheard = unheardEvents(match, events);
  const nouns = nounsOf(events.filter((event) => !unheard.includes(event)));
  if (nouns.length === 0) return [{ text: 'Nothing' }];
  const phrases = [
    phrase('by', 'rule', match.ruleIds, names.ruleName),
    phrase('by', 'rule type', match.ruleTypes, labelOf),
    phrase('of', 'wallet', match.walletIds, names.walletLabel),
    phrase('of', 'wallet type', match.walletTypes, (type) => type),
    phrase('of', 'wallet tag', match.walletTags, (tag) => tag),
  ].filter((words) => words.length > 0);
  const severities = [...(match.severities ?? [])];
  const which = severities.length > 0 ? [listed(severities)] : phrases.length > 0 ? [] : ['all'];
  const first = [...which, listed(nouns)].join(' ');
  return [{ text: capitalised(first) }, ...phrases.flatMap((words, n) => [{ text: n === 0 ? ' ' : ', ' }, ...words])];
}

/** Alerts together with their retractions are alerts. A ping is a test, not something to hear of. */
function nounsOf(events: readonly string[]): readonly string[] {
  const hasBoth = USUAL_EVENTS.every((event) => events.includes(event));
  const others = events.filter((event) => event !== 'ping' && !(hasBoth && USUAL_EVENTS.includes(event)));
  return [...(hasBoth ? ['alerts'] : []), ...others.map((event) => NOUNS.get(event) ?? event)];
}

/** One value by its name, several by their number. */
function phrase(
  preposition: string,
  noun: string,
  values: readonly string[] = [],
  nameOf: (value: string) => string | undefined,
): readonly Word[] {
  const [first] = values;
  if (first === undefined) return [];
  const name = values.length === 1 ? nameOf(first) : undefined;
  if (name === undefined) return [{ text: `${preposition} ${counted(values.length, noun)}` }];
  return [{ text: `${preposition} the ${noun} “` }, { text: name, isForeign: true }, { text: '”' }];
}
