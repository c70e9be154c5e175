import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { coversWallet } from '../../../sdk/index.ts';
import { counted } from '../../design/counted.ts';
import { labelOf } from '../../design/field-label.ts';
import { Foreign } from '../../design/foreign.tsx';
import { HistoryLink } from '../../design/history-link.tsx';
import { Age, AgeAndInstant } from '../../design/instant.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { Severity } from '../../design/severity.tsx';
import { WalletName } from '../../design/wallet-name.tsx';
import { useWallets } from '../../live/wallets.ts';
import type { Rule } from './rule-forms.ts';
import { RuleStatus } from './rule-status.tsx';

/** What a person asks first about a rule: how serious it is, whether it is on, what it is about, how often it fired. */
export function RuleFacts({ rule }: { readonly rule: Rule }) {
  const { severity, firedCount, lastFiredAt } = rule;
  return (
    <KeyValuePairs
      columns={2}
      items={[
        { label: 'Severity', value: <Severity severity={severity} /> },
        { label: 'Status', value: <RuleStatus {...rule} /> },
        {
          label: 'Fired',
          value: (
            <>
              {firedCount.toLocaleString()}
              {lastFiredAt === null ? null : (
                <>
                  , last <Age at={lastFiredAt} />
                </>
              )}
            </>
          ),
        },
        { label: 'Suppressed', value: suppressedText(rule) },
        { label: 'Wallets now', value: <CoveredWallets wallets={rule.wallets} /> },
        { label: 'Cooldown', value: cooldownText(rule) },
      ]}
    />
  );
}

/** What a person seldom asks about a rule. */
export function RuleOrigin({ rule }: { readonly rule: Rule }) {
  const { id, ruleType, createdAt, updatedAt } = rule;
  return (
    <KeyValuePairs
      columns={2}
      items={[
        { label: 'Type', value: labelOf(ruleType) },
        { label: 'Created', value: <AgeAndInstant at={createdAt} /> },
        { label: 'Changed', value: <AgeAndInstant at={updatedAt} /> },
        { label: 'History', value: <HistoryLink of="rule" id={id} /> },
      ]}
    />
  );
}

/** So many wallets show by name. */
const MOST = 5;

/** The wallets that the rule is about at this moment: groups of wallets grow and shrink. */
function CoveredWallets({ wallets: selector }: Pick<Rule, 'wallets'>) {
  const { wallets, isLoaded, error } = useWallets();
  if (!isLoaded) return <>{error === null ? '–' : 'They could not be read'}</>;
  const covered = wallets.filter((wallet) => coversWallet(selector, wallet));
  const isOfGroup = selector.ids.length === 0 || selector.types.length + selector.tags.length > 0;
  const more = covered.length - MOST;
  return (
    <>
      {covered.length === 0 ? (
        <StatusIndicator type="warning">None, so the rule never fires</StatusIndicator>
      ) : (
        `${covered.length.toLocaleString()} of ${counted(wallets.length, 'wallet')}`
      )}
      {covered.slice(0, MOST).map(({ id, label, color }) => (
        <div key={id}>
          <PageLink to={`/wallets?open=${id}`}>
            <WalletName label={label} color={color} />
          </PageLink>
        </div>
      ))}
      {more > 0 ? <div>and {more.toLocaleString()} more</div> : null}
      {isOfGroup ? (
        <Box variant="small">
          <Foreign text={futureText(selector)} most={300} />
        </Box>
      ) : null}
    </>
  );
}

/** `Also each new wallet of the type cold.` */
function futureText({ ids, types, tags }: Rule['wallets']): string {
  const groups = [
    ...(types.length === 0 ? [] : [`of the type ${types.join(' or ')}`]),
    ...(tags.length === 0 ? [] : [`with the tag ${tags.join(' or ')}`]),
  ];
  const all = ids.length + groups.length === 0 ? '' : ` ${groups.join(' or ')}`;
  return `Also each new wallet${all}.`;
}

function cooldownText({ cooldownMinutes, cooldownPer }: Pick<Rule, 'cooldownMinutes' | 'cooldownPer'>): string {
  if (cooldownMinutes === 0) return 'None: each match makes an alert';
  const share = cooldownPer === 'wallet' ? 'for each wallet' : 'for all wallets together';
  return `${counted(cooldownMinutes, 'minute')} after an alert, ${share}`;
}

/** How many matches made no alert, and why. */
function suppressedText({ suppressedCount, suppressedByReason }: Rule): string {
  const { cooldown, muted } = suppressedByReason;
  if (suppressedCount === 0) return 'None';
  const reasons = [
    ...(cooldown === 0 ? [] : [`${cooldown.toLocaleString()} by the cooldown`]),
    ...(muted === 0 ? [] : [`${muted.toLocaleString()} while muted`]),
  ];
  return reasons.length === 1 ? (reasons[0] ?? '') : `${suppressedCount.toLocaleString()}: ${reasons.join(', ')}`;
}
