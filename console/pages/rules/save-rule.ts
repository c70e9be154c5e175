import { dataOf } from '../../../sdk/index.ts';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';
import { changesOf, formValue, type Texts } from './field-values.ts';
import { isNewRule, isRuleChange, type Rule } from './rule-forms.ts';
import type { Field } from './schema-fields.ts';

/** What the page says of a rule that the service saved. */
export interface SavedRule {
  readonly name: string;
  readonly isNew: boolean;
  /** How many get an alert of the rule. */
  readonly audience: number;
  /** The signing secret of the rule's own webhook, which the service tells only once. */
  readonly secret: string | undefined;
}

interface SaveOptions {
  /** The rule that the user edits; undefined for a new rule. */
  readonly rule: Rule | undefined;
  readonly type: string;
  readonly fields: readonly Field[];
  readonly before: Texts;
  readonly texts: Texts;
  /** Called also when the user has closed the form meanwhile. */
  readonly onSaved: (rule: SavedRule) => void;
}

/** Creates the rule of the form, or changes the fields that the user changed. */
export function useSaveRule({ rule, type, fields, before, texts, onSaved }: SaveOptions) {
  const client = useClient();
  const changes = changesOf(fields, before, texts);
  const action = useAction({
    run: async () => {
      if (rule !== undefined && isRuleChange(changes)) {
        const params = { path: { id: rule.id } };
        return dataOf(await client.PATCH('/api/alerts/rules/{id}', { params, body: changes }));
      }
      const body = { ruleType: type, ...formValue(fields, texts) };
      if (!isNewRule(body)) throw new Error('The form has no rule type');
      return dataOf(await client.POST('/api/alerts/rules', { body }));
    },
    changes: ['rules', 'audience'],
    onDone: ({ name, audience, customWebhookSecret: secret }) =>
      onSaved({ name, audience, secret, isNew: rule === undefined }),
  });
  return { ...action, hasChanges: rule === undefined || isRuleChange(changes) };
}
