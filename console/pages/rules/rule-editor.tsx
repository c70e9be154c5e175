import Alert from '@cloudscape-design/components/alert';
import type { ComponentProps } from 'react';
import { dataOf } from '../../../sdk/index.ts';
import { DetailPanel } from '../../design/detail-panel.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { useRead } from '../../live/read.ts';
import { useClient } from '../../session/session-context.ts';
import { RuleForm } from './rule-form.tsx';
import type { Rule } from './rule-forms.ts';
import type { SavedRule } from './save-rule.ts';
import { useRuleForms } from './use-rule-forms.ts';

interface RuleEditorProps {
  /** The rule that the user edits; "new" for a new rule. */
  readonly id: string;
  /** The rule that a new rule begins as a copy of. */
  readonly from: string | undefined;
  readonly onSaved: (rule: SavedRule) => void;
  readonly close: () => void;
  /** Leads from the form to what there is to read of the rule. */
  readonly leave: () => void;
}

/** The form of a rule, as soon as its rule and the schemas of the rule types are there. */
export default function RuleEditor({ id, from, onSaved, close, leave }: RuleEditorProps) {
  const client = useClient();
  const isNew = id === 'new';
  const readId = isNew ? from : id;
  const { forms, error, retry } = useRuleForms();
  const rule = useRead({
    queryKey: ['rules', 'form', readId],
    queryFn: async ({ signal }): Promise<Rule> =>
      dataOf(await client.GET('/api/alerts/rules/{id}', { params: { path: { id: readId ?? '' } }, signal })),
    enabled: readId !== undefined,
    // A form begins with the present rule, never with a remembered rule.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const failed = rule.error === null ? { error, retry } : { error: rule.error, retry: rule.retry };
  const item = rule.data;
  const isRead = forms !== undefined && (readId === undefined || item !== undefined);
  const label = isNew ? 'New rule' : 'Rule';
  const title = isNew || item === undefined ? label : <Foreign text={item.name} />;
  return (
    <DetailPanel isAlone of={id} label={label} title={title} close={close} {...failed}>
      {isRead ? (
        <EditableRule
          key={id}
          forms={forms}
          rule={isNew ? undefined : item}
          copied={isNew ? item : undefined}
          onSaved={onSaved}
          close={isNew ? close : leave}
        />
      ) : undefined}
    </DetailPanel>
  );
}

function EditableRule(props: ComponentProps<typeof RuleForm>) {
  const { forms, rule } = props;
  if (rule === undefined || forms.has(rule.ruleType)) return <RuleForm {...props} />;
  return <Alert type="warning">This page does not know the type of this rule. Load the page again.</Alert>;
}
