import Skeleton from '@cloudscape-design/components/skeleton';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useState } from 'react';
import { addressesNamed } from '../../../sdk/book-labels.ts';
import { checkDone, type components, dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { FilterBar } from '../../design/filter-bar.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { LiveTable, pageIn } from '../../design/live-table.tsx';
import { NextStep } from '../../design/next-step.tsx';
import { useNotify } from '../../design/notices.tsx';
import { useOpenLink } from '../../design/page-link.tsx';
import { fieldErrors } from '../../design/problem-advice.ts';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { SecretOnce } from '../../design/secret-once.tsx';
import { useSmall } from '../../design/use-narrow.ts';
import { useAction } from '../../live/action.ts';
import { useBookLabels } from '../../live/book-labels.ts';
import { listQuery } from '../../live/list-query.ts';
import { useLiveList } from '../../live/live-list.ts';
import { useUrlState } from '../../live/url-state.ts';
import { useWallets } from '../../live/wallets.ts';
import { useClient } from '../../session/session-context.ts';
import { troublesOfRule } from './audience-troubles.ts';
import { useTroubles } from './heard-by.tsx';
import { ruleColumns } from './rule-columns.tsx';
import { RULE_FILTERS, ruleFilters } from './rule-filters.ts';
import type { SavedRule } from './save-rule.ts';
import { useRuleForms } from './use-rule-forms.ts';

type Rule = components['schemas']['Rule'];

const RuleDetail = lazy(() => import('./rule-detail.tsx'));
const RuleEditor = lazy(() => import('./rule-editor.tsx'));

/** The parameters of the address that belong to an open form: whether the user edits, and the rule to copy. */
const OF_FORM = ['edit', 'from'];

/** The alert rules of the organisation. */
export default function RulesPage() {
  const client = useClient();
  const { params, change } = useUrlState();
  const link = useOpenLink(OF_FORM);
  const wallets = useWallets();
  const troubles = useTroubles();
  const { forms } = useRuleForms();
  const isSmall = useSmall();
  const query = listQuery(RULE_FILTERS, params, pageIn(params));
  const notify = useNotify();
  const [deleted, setDeleted] = useState<Rule>();
  // The page keeps the secret, because the form may be closed when the answer comes.
  const [secret, setSecret] = useState<string>();
  const { open, edit, from } = params;
  const isForm = open === 'new' || edit !== undefined;
  const list = useLiveList<Rule>({
    key: ['rules', query],
    load: (signal) => client.GET('/api/alerts/rules', { querySerializer: () => query, signal }),
    isReading: open !== undefined || deleted !== undefined || secret !== undefined,
  });
  const addressLabel = useBookLabels(list.rows.flatMap(addressesNamed));
  const toggle = useAction({
    run: async ({ id, isActive }: Rule) => {
      const params = { path: { id } };
      return dataOf(await client.PATCH('/api/alerts/rules/{id}', { params, body: { isActive: !isActive } }));
    },
    changes: ['rules'],
  });
  const onSaved = ({ name, isNew, audience, secret: made }: SavedRule) => {
    const done = isNew ? 'created and active' : 'changed';
    notify(
      audience === 0 ? 'warning' : 'success',
      <>
        The rule “<Foreign text={name} />” is {done}
        {audience === 0 ? ', but nobody hears of its alerts.' : '.'}
        {isNew ? <NextStep done="rule" /> : null}
      </>,
    );
    // A list whose user has scrolled down shows no new rows. The button of the form stands far down.
    if (isNew) window.scrollTo({ top: 0 });
    if (made !== undefined) setSecret(made);
  };
  const openRule = (id: string | null) => change({ open: id, edit: null, from: null }, false);
  const filters = ruleFilters([...(forms?.keys() ?? [])], wallets);
  return (
    <SpaceBetween size="s">
      <ProblemAlert error={toggle.error} />
      <div className={open === undefined || isForm ? 'beside' : 'beside with-detail with-rule'}>
        {isForm ? null : (
          <LiveTable
            title="Rules"
            itemName={({ name }) => foreignText(name, 40)}
            list={list}
            columns={ruleColumns(
              {
                labelOf: wallets.labelOf,
                addressLabel,
                troublesOf: (rule) => troublesOfRule(troubles, rule, wallets.wallets),
                link,
                toggle: toggle.start,
                remove: setDeleted,
              },
              { isNarrow: open !== undefined, isSmall },
            )}
            params={params}
            change={change}
            filters={<FilterBar filters={filters} params={params} change={change} errors={fieldErrors(list.error)} />}
            actions={
              <ActionButton needs="write" variant="primary" onClick={() => openRule('new')}>
                Create a rule
              </ActionButton>
            }
            empty={
              RULE_FILTERS.some((name) => params[name] !== undefined)
                ? 'No rule matches. Clear a filter.'
                : 'No rules yet. Create a rule from a template, and test the rule against a past transaction.'
            }
          />
        )}
        {open === undefined ? null : (
          <Suspense fallback={<Skeleton height="20rem" />}>
            {isForm ? (
              <RuleEditor
                id={open}
                from={from}
                onSaved={onSaved}
                close={() => openRule(null)}
                leave={() => openRule(open)}
              />
            ) : (
              <RuleDetail
                id={open}
                close={() => openRule(null)}
                edit={() => change({ edit: 'yes' }, false)}
                duplicate={() => change({ open: 'new', from: open }, false)}
                toggle={toggle.start}
                remove={setDeleted}
              />
            )}
          </Suspense>
        )}
      </div>
      {secret === undefined ? null : (
        <SecretOnce
          title="The rule is saved"
          what="signing secret"
          secret={secret}
          close={() => setSecret(undefined)}
        />
      )}
      {deleted === undefined ? null : (
        <DeleteRule
          rule={deleted}
          isOpen={deleted.id === open}
          openRule={openRule}
          close={() => setDeleted(undefined)}
        />
      )}
    </SpaceBetween>
  );
}

interface DeleteRuleProps {
  readonly rule: Rule;
  readonly isOpen: boolean;
  readonly openRule: (id: null) => void;
  readonly close: () => void;
}

function DeleteRule({ rule, isOpen, openRule, close }: DeleteRuleProps) {
  const client = useClient();
  const notify = useNotify();
  const name = <Foreign text={rule.name} />;
  const remove = useAction({
    run: async ({ id }: Rule) => checkDone(await client.DELETE('/api/alerts/rules/{id}', { params: { path: { id } } })),
    changes: ['rules'],
    onDone: () => {
      close();
      if (isOpen) openRule(null);
      notify('success', <>The rule “{name}” is deleted.</>);
    },
  });
  return (
    <Confirm
      title="Delete this rule?"
      action="Delete"
      request={remove}
      confirm={() => remove.start(rule)}
      close={close}
    >
      “{name}” fires no more alerts. Its past alerts stay. Nobody can bring the rule back; you can disable it instead.
    </Confirm>
  );
}
