import Alert from '@cloudscape-design/components/alert';
import type { components } from '../../../sdk/index.ts';
import { DetailPanel } from '../../design/detail-panel.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { useLiveItem } from '../../live/live-item.ts';
import { useClient } from '../../session/session-context.ts';
import { RuleForm } from './rule-form.tsx';
import type { RuleForms } from './rule-forms.ts';
import { useRuleForms } from './use-rule-forms.ts';

export type Rule = components['schemas']['Rule'];

interface RuleEditorProps {
  /** The rule that the user edits; "new" for a new rule. */
  readonly id: string;
  readonly close: () => void;
}

/** The form of a rule, as soon as its rule and the schemas of the rule types are there. */
export default function RuleEditor({ id, close }: RuleEditorProps) {
  const client = useClient();
  const isNew = id === 'new';
  const { forms, error, retry } = useRuleForms();
  const rule = useLiveItem<Rule>({
    key: ['rules', id],
    load: (signal) => client.GET('/api/alerts/rules/{id}', { params: { path: { id } }, signal }),
    // The form keeps what the user wrote, so news of the rule would not show.
    isLive: false,
    isAsked: !isNew,
  });
  const failed = rule.error === null ? { error, retry } : rule;
  const isRead = forms !== undefined && (isNew || rule.item !== undefined);
  const { item } = rule;
  const title = item === undefined ? 'New rule' : <Foreign text={item.name} />;
  return (
    <DetailPanel of={id} label={isNew ? 'New rule' : 'Rule'} title={title} close={close} {...failed}>
      {isRead ? <EditableRule key={id} forms={forms} rule={item} close={close} /> : undefined}
    </DetailPanel>
  );
}

interface EditableRuleProps {
  readonly forms: RuleForms;
  readonly rule: Rule | undefined;
  readonly close: () => void;
}

function EditableRule({ forms, rule, close }: EditableRuleProps) {
  if (rule === undefined || forms.has(rule.ruleType)) return <RuleForm forms={forms} rule={rule} close={close} />;
  return <Alert type="warning">This page does not know the type of this rule. Load the page again.</Alert>;
}
