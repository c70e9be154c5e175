import Box from '@cloudscape-design/components/box';
import type { ReactNode } from 'react';
import { type AddressLabel, type components, ruleSentence } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { labelOf } from '../../design/field-label.ts';
import { Foreign } from '../../design/foreign.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { Age } from '../../design/instant.tsx';
import type { Column } from '../../design/live-table.tsx';
import { Severity, SeveritySign } from '../../design/severity.tsx';
import type { Trouble } from './audience-troubles.ts';
import { HeardBy } from './heard-by.tsx';
import { RuleStatus } from './rule-status.tsx';

type Rule = components['schemas']['Rule'];

interface RuleActions {
  readonly labelOf: (walletId: string) => string | undefined;
  readonly addressLabel: AddressLabel;
  /** The receivers that count for the rule although nothing arrives there. */
  readonly troublesOf: (rule: Rule) => readonly Trouble[];
  readonly link: (id: string, children: ReactNode) => ReactNode;
  readonly toggle: (rule: Rule) => void;
  readonly remove: (rule: Rule) => void;
}

interface Room {
  /** True while a rule is open beside the list. */
  readonly isNarrow: boolean;
  /** True in a window that has no room for the buttons of each rule. */
  readonly isSmall: boolean;
}

/** The columns of the list of rules. */
export function ruleColumns(actions: RuleActions, { isNarrow, isSmall }: Room): readonly Column<Rule>[] {
  // A sign before the name takes the place of the column.
  const hidesSeverity = isNarrow || isSmall;
  return [
    {
      id: 'name',
      header: 'Name',
      minWidth: 220,
      cell: (rule) => {
        const sentence = ruleSentence(rule, actions.labelOf, actions.addressLabel);
        const room = isNarrow ? 'narrow' : isSmall ? 'small-rule' : 'rule';
        return (
          <>
            <div className={`sentence ${room}`}>
              {hidesSeverity ? <SeveritySign severity={rule.severity} /> : null}{' '}
              {actions.link(rule.id, <Foreign text={rule.name} />)}
            </div>
            <div className={`sentence ${room} below says`} title={foreignText(sentence, 400)}>
              <Foreign text={sentence} most={400} />
            </div>
          </>
        );
      },
    },
    { id: 'ruleType', header: 'Type', isOptional: true, cell: ({ ruleType }) => labelOf(ruleType) },
    {
      id: 'severity',
      header: 'Severity',
      isOptional: hidesSeverity,
      cell: ({ severity }) => <Severity severity={severity} />,
    },
    {
      id: 'isActive',
      header: 'Status',
      cell: (rule) => <RuleStatus {...rule} />,
    },
    {
      id: 'audience',
      header: 'Heard by',
      minWidth: 120,
      isOptional: isNarrow,
      cell: (rule) => <HeardBy total={rule.audience} troubles={actions.troublesOf(rule)} />,
    },
    {
      id: 'firedCount',
      header: 'Fired',
      minWidth: 110,
      isOptional: isNarrow,
      cell: (rule) => <FiredCount {...rule} />,
    },
    {
      id: 'wallets',
      header: 'Wallets',
      isOptional: true,
      cell: ({ wallets }) => <WalletLabels wallets={wallets} labelOf={actions.labelOf} />,
    },
    { id: 'updatedAt', header: 'Changed', isOptional: true, cell: ({ updatedAt }) => <Age at={updatedAt} /> },
    // The detail of a rule has the same buttons.
    {
      id: 'actions',
      header: 'Actions',
      minWidth: 170,
      isOptional: isNarrow || isSmall,
      cell: (rule) => <RowActions rule={rule} {...actions} />,
    },
  ];
}

type Fired = Pick<Rule, 'firedCount' | 'lastFiredAt' | 'suppressedCount'>;

/** What the cooldown or a mute has suppressed stands beside what fired: nobody heard of it. */
function FiredCount({ firedCount, lastFiredAt, suppressedCount }: Fired) {
  return (
    <>
      <span className="one-line">
        {firedCount.toLocaleString()}
        {suppressedCount === 0 ? null : `, ${suppressedCount.toLocaleString()} suppressed`}
      </span>
      {lastFiredAt === null ? null : (
        <Box variant="small" display="block">
          <Age at={lastFiredAt} />
        </Box>
      )}
    </>
  );
}

function RowActions({ rule, toggle, remove }: RuleActions & { readonly rule: Rule }) {
  const name = foreignText(rule.name, 40);
  const verb = rule.isActive ? 'Disable' : 'Enable';
  return (
    <div className="row-actions">
      <ActionButton
        needs="write"
        variant="inline-link"
        wrapText={false}
        ariaLabel={`${verb} ${name}`}
        onClick={() => toggle(rule)}
      >
        {verb}
      </ActionButton>
      <ActionButton
        needs="write"
        variant="inline-link"
        wrapText={false}
        ariaLabel={`Delete ${name}`}
        onClick={() => remove(rule)}
      >
        Delete
      </ActionButton>
    </div>
  );
}

const MOST_LABELS = 3;

function WalletLabels({ wallets, labelOf }: Pick<Rule, 'wallets'> & Pick<RuleActions, 'labelOf'>) {
  const names = [
    ...wallets.types.map((type) => `type ${type}`),
    ...wallets.tags.map((tag) => `tag ${tag}`),
    ...wallets.ids.map((id) => labelOf(id) ?? id),
  ];
  if (names.length === 0) return 'All';
  const more = names.length - MOST_LABELS;
  return (
    <>
      {names.slice(0, MOST_LABELS).map((name, n) => (
        <span key={name}>
          {n === 0 ? '' : ', '}
          <Foreign text={name} most={40} />
        </span>
      ))}
      {more > 0 ? ` and ${more.toLocaleString()} more` : ''}
    </>
  );
}
