import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ComponentProps } from 'react';
import { dataOf } from '../../../sdk/index.ts';
import { DetailPanel } from '../../design/detail-panel.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { HistoryLink } from '../../design/history-link.tsx';
import { Mute } from '../../design/mute.tsx';
import { useRead } from '../../live/read.ts';
import { useClient } from '../../session/session-context.ts';
import { RuleForm } from './rule-form.tsx';
import type { Rule } from './rule-forms.ts';
import type { SavedRule } from './save-rule.ts';
import { useRuleForms } from './use-rule-forms.ts';

interface RuleEditorProps {
  /** The rule that the user edits; "new" for a new rule. */
  readonly id: string;
  readonly onSaved: (rule: SavedRule) => void;
  readonly close: () => void;
}

/** The form of a rule, as soon as its rule and the schemas of the rule types are there. */
export default function RuleEditor({ id, onSaved, close }: RuleEditorProps) {
  const client = useClient();
  const isNew = id === 'new';
  const { forms, error, retry } = useRuleForms();
  const rule = useRead({
    queryKey: ['rules', id],
    queryFn: async ({ signal }): Promise<Rule> =>
      dataOf(await client.GET('/api/alerts/rules/{id}', { params: { path: { id } }, signal })),
    enabled: !isNew,
    // A form begins with the present rule, never with a remembered rule.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const failed = rule.error === null ? { error, retry } : { error: rule.error, retry: rule.retry };
  const item = rule.data;
  const isRead = forms !== undefined && (isNew || item !== undefined);
  const label = isNew ? 'New rule' : 'Rule';
  const title = item === undefined ? label : <Foreign text={item.name} />;
  return (
    <DetailPanel of={id} label={label} title={title} close={close} {...failed}>
      {isRead ? (
        <SpaceBetween size="l">
          {item === undefined ? null : (
            <Mute
              what="rule"
              muted={item}
              isCritical={item.severity === 'critical' || item.ruleType === 'authority_change'}
              run={async (body) =>
                dataOf(await client.PATCH('/api/alerts/rules/{id}', { params: { path: { id } }, body }))
              }
            />
          )}
          {item === undefined ? null : <HistoryLink of="rule" id={id} />}
          <EditableRule key={id} forms={forms} rule={item} onSaved={onSaved} close={close} />
        </SpaceBetween>
      ) : undefined}
    </DetailPanel>
  );
}

function EditableRule(props: ComponentProps<typeof RuleForm>) {
  const { forms, rule } = props;
  if (rule === undefined || forms.has(rule.ruleType)) return <RuleForm {...props} />;
  return <Alert type="warning">This page does not know the type of this rule. Load the page again.</Alert>;
}
