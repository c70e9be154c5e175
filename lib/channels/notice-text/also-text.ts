import { capitalised } from '../../values/text.ts';
import { sanitise } from '../../values/untrusted-text.ts';
import type { NoticeEvent } from '../port/notice.ts';
import type { AlsoFired } from '../port/notice-transaction.ts';
import type { Fact } from './notice-text.ts';

/**
 * Code points of all lines together, which every channel has room for. Telegram and Teams count escaped text: they drop
 * the last lines when many names are full of characters such as `&`. The heading counts these rules too.
 */
const ROOM = 1_100;
/** Code points of the sentence about a rule. */
const MAX_MEANING = 300;
/** Code points of the name of a rule in a heading, and of its beginning beside the number of other rules. */
const MAX_NAME = 64;
const MAX_FIRST_NAME = 40;

/**
 * A line for each other alert that the message tells of: `Critical: Large payment — fires when …`. An alert of the
 * other end of the payment says what happened there: `Info: Every payment — Hot desk received 5 ETH … — fires when …`.
 */
export const alsoFacts = (also: readonly AlsoFired[]): Fact[] =>
  also.map(({ severity, ruleName, summary, firesWhen }) => ({
    name: 'Also',
    value: sanitise(
      [`${capitalised(severity)}: ${ruleName}`, ...(summary === null ? [] : [summary]), clauseOf(firesWhen)].join(
        ' — ',
      ),
      Math.min(MAX_MEANING, Math.floor(ROOM / also.length)),
    ),
  }));

/**
 * The rules of a message for the end of its heading: `Large payment and 2 more rules`. A rule that fires at both ends
 * of a payment counts once.
 */
export function rulesInShort(
  { ruleId, ruleName }: Pick<NoticeEvent, 'ruleId' | 'ruleName'>,
  also: readonly AlsoFired[],
): string {
  const others = new Set(also.map((each) => each.ruleId));
  others.delete(ruleId);
  if (others.size === 0) return sanitise(ruleName, MAX_NAME);
  return `${sanitise(ruleName, MAX_FIRST_NAME)} and ${others.size} more ${others.size === 1 ? 'rule' : 'rules'}`;
}

/** What a rule says: `fires when a wallet pays at least 50,000 USD to anybody`. */
export const firesWhenText = (sentence: string): string => sanitise(clauseOf(sentence), MAX_MEANING);

/** A label at the beginning stays as it is. */
const clauseOf = (sentence: string): string =>
  `fires when ${sentence.replace(/^(A|One of|One) (?=wallet|\d)/, (text) => text.toLowerCase())}`;
