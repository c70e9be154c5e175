import { chainOf } from '../../chains/registry.ts';
import type { Write } from '../../platform/table/write.ts';
import { derivedId, type OrganisationId } from '../../values/ids.ts';
import { sanitise } from '../../values/untrusted-text.ts';
import type { StoredWallet } from '../../wallets/schema.ts';
import type { AlertDeps } from '../evaluation/alert-context.ts';
import type { RuleMatch } from '../evaluation/rule-match.ts';
import { type StateFinding, stateMatch } from '../evaluation/state-match.ts';
import { shownAsset } from '../rules/port/rule-asset.ts';
import type { SilenceConditions } from '../rules/port/silence-conditions.ts';
import type { StoredRule } from '../rules/schema.ts';

/** How far the records of a wallet are complete on a chain. */
export interface Covered {
  readonly chain: string;
  /** Block time, ISO 8601. Null when nobody can tell. */
  readonly to: string | null;
}

/** What the service has found out about a wallet that should not be silent. */
export interface Finding {
  readonly organisationId: OrganisationId;
  readonly rule: StoredRule;
  readonly conditions: SilenceConditions;
  readonly wallet: StoredWallet;
  /** `unknown`: whether anything came cannot be told. */
  readonly kind: 'silence' | 'unknown';
  readonly episode: number;
  /** Block times, ISO 8601: nothing came after `since` until `until`. */
  readonly since: string;
  readonly until: string;
  readonly covered: readonly Covered[];
}

/** Code points of a label in the sentence. */
const MAX_LABEL = 64;

/**
 * The finding as a match of the rule. Its id derives from the rule, the wallet and the episode, so that a repeated
 * finding makes no second alert.
 * @param level the write that notes what was told. The decision makes the write in its transaction.
 */
export function silenceMatch(deps: AlertDeps, finding: Finding, level: Write): Promise<RuleMatch> {
  const { organisationId, rule, wallet, kind, episode } = finding;
  const id = derivedId('event', rule.id, wallet.id, kind, String(episode));
  return stateMatch(deps, { organisationId, rule, wallet, id, told: toldBy(finding) }, [level]);
}

function toldBy({ conditions, wallet, kind, since, until, covered }: Finding): StateFinding['told'] {
  const { direction = 'either', asset = null, hours } = conditions;
  const [first = null, ...others] = wallet.chains;
  const chain = others.length > 0 ? null : first;
  return {
    subject: {
      walletId: wallet.id,
      chain,
      asset: asset && shownAsset(asset),
      symbol: asset === 'native' && chain !== null ? chainOf(chain).nativeSymbol : null,
      level: String(hours),
    },
    summary: sentenceOf(wallet, conditions, kind),
    reasons: [
      {
        condition: kind === 'silence' ? 'silence' : 'silence_unknown',
        expected: { direction, hours, ...(asset !== null && { asset }) },
        actual: { since, until },
        passed: true,
      },
      {
        condition: 'covered_to',
        expected: until,
        actual: Object.fromEntries(covered.map((each) => [each.chain, each.to])),
        passed: true,
      },
    ],
  };
}

/** `Payroll received nothing for 24 hours`. */
function sentenceOf({ label }: StoredWallet, { direction, asset, hours }: SilenceConditions, kind: Finding['kind']) {
  const name = sanitise(label, MAX_LABEL);
  const what = asset === undefined ? '' : asset === 'native' ? ' of the native coin' : ' of a token';
  const time = String(hours) === '1' ? '1 hour' : `${hours} hours`;
  const did = { inbound: 'received', outbound: 'sent', either: 'received or sent' }[direction ?? 'either'];
  return kind === 'silence'
    ? `${name} ${did} nothing${what} for ${time}`
    : `Nobody can tell whether ${name} ${did} anything${what} within ${time}, as the blocks are not read so far`;
}
