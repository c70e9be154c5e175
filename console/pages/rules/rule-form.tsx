import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Link from '@cloudscape-design/components/link';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { labelOf } from '../../design/field-label.ts';
import { useFocusOnInvalid } from '../../design/focus-on-invalid.ts';
import { fieldErrors } from '../../design/problem-advice.ts';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useFieldErrors } from '../../design/use-field-errors.ts';
import { useRefusal } from '../../session/session-context.ts';
import { switchWarnings } from './audience-troubles.ts';
import { formValue, isComplete, messagesOf, type Texts } from './field-values.ts';
import { useTroubles } from './heard-by.tsx';
import { RuleAudience } from './rule-audience.tsx';
import { RuleBacktest, useStartBacktest } from './rule-backtest.tsx';
import { type FormState, useRuleDraft } from './rule-draft.ts';
import { RuleFields } from './rule-fields.tsx';
import { isTestable, type Rule, type RuleForms } from './rule-forms.ts';
import { RulePreview, useRulePreview } from './rule-preview.tsx';
import { RuleSentence } from './rule-sentence.tsx';
import { type SavedRule, useSaveRule } from './save-rule.ts';
import type { Field } from './schema-fields.ts';
import { TemplateField } from './template-field.tsx';
import { TestRule, useTestRule } from './test-rule.tsx';
import { useAudience } from './use-audience.ts';

interface RuleFormProps {
  readonly forms: RuleForms;
  /** The rule that the user edits; undefined for a new rule. */
  readonly rule: Rule | undefined;
  /** The rule that a new rule begins as a copy of. */
  readonly copied: Rule | undefined;
  readonly onSaved: (rule: SavedRule) => void;
  readonly close: () => void;
}

/** What a test reads of a rule. So a rule without a name can be tested. */
function testedRuleOf(type: string, fields: readonly Field[], texts: Texts) {
  const { wallets, conditions } = formValue(fields, texts);
  return { ruleType: type, wallets, conditions };
}

/** What a backtest reads of a rule: also its cooldown, and the severity, on which mutes depend. */
function backtestedRuleOf(type: string, fields: readonly Field[], texts: Texts) {
  const { cooldownMinutes, cooldownPer, severity } = formValue(fields, texts);
  return { ...testedRuleOf(type, fields, texts), cooldownMinutes, cooldownPer, severity };
}

const conditionsIn = (fields: readonly Field[]): readonly Field[] =>
  fields.flatMap((field) => (field.name === 'conditions' && field.kind === 'group' ? field.fields : []));

/** The service takes names of 64 characters. */
const copyOf = (rule: Rule): Rule => ({ ...rule, name: `Copy of ${[...rule.name].slice(0, 56).join('')}` });

/** Creates or changes a rule, and tests the rule before. */
export function RuleForm({ forms, rule, copied, onSaved, close }: RuleFormProps) {
  const isReadOnly = useRefusal('write') !== undefined;
  const draft = useRuleDraft(forms, rule ?? (copied && copyOf(copied)));
  const { type, fields, before, texts } = draft;
  const test = useTestRule();
  const backtest = useStartBacktest();
  const isWhole = isComplete(conditionsIn(fields), texts);
  const preview = useRulePreview(
    testedRuleOf(type, fields, texts),
    isWhole && draft.faults.size === 0 && isTestable(type),
  );
  const audience = useAudience({ ruleId: rule?.id, type, texts });
  const troubles = useTroubles();

  const save = useSaveRule({ rule, type, fields, before, texts, onSaved });
  const ofTest = Object.fromEntries(Object.entries(texts).map(([path, text]) => [`rule.${path}`, text]));
  const refused = useRefusedFields(fields, save.error, texts);
  const tested = useRefusedFields(fields, test.error, ofTest, 'rule.');
  const tried = useRefusedFields(fields, backtest.error, ofTest, 'rule.');
  const previewed = messagesOf(fields, fieldErrors(preview.error), 'rule.');
  const [unsent, setUnsent] = useState<Error | null>(null);
  const ofDraft = unsent === null || draft.missing === undefined ? [] : [['wallets', draft.missing] as const];
  const state: FormState = {
    texts,
    write: draft.write,
    messages: new Map([...previewed.messages, ...tried.messages, ...tested.messages, ...refused.messages, ...ofDraft]),
    warnings: switchWarnings(audience, troubles),
    faults: draft.faults,
    setFault: draft.setFault,
    isReadOnly,
    asked: draft.asked,
  };
  const place = useFocusOnInvalid<HTMLDivElement>(unsent, save.error, test.error ?? backtest.error);
  const form = (
    <SpaceBetween size="s">
      <div className="form-fields">
        {rule === undefined && copied === undefined ? (
          <TemplateField fill={draft.fill} isReadOnly={isReadOnly} />
        ) : null}
        <TypeField
          types={[...forms.keys()]}
          type={type}
          change={draft.changeType}
          isReadOnly={isReadOnly || rule !== undefined}
        />
      </div>
      <RuleFields fields={fields} {...state} />
    </SpaceBetween>
  );
  const told = (
    <SpaceBetween size="l">
      <RuleSentence rule={testedRuleOf(type, fields, texts)} />
      {isTestable(type) ? (
        <RulePreview
          {...preview}
          isWhole={isWhole}
          isMarked={draft.faults.size > 0}
          shownFields={previewed.shownPaths}
        />
      ) : (
        'The rule judges no transaction, so that there is no preview and no test.'
      )}
      <RuleAudience audience={audience} troubles={troubles} />
      {isTestable(type) ? (
        <TestRule
          rule={testedRuleOf(type, fields, texts)}
          test={{ ...test, error: tested.error }}
          shownFields={tested.shownPaths}
        />
      ) : null}
      {isWhole && isTestable(type) ? (
        <RuleBacktest
          rule={backtestedRuleOf(type, fields, texts)}
          start={{ ...backtest, error: tried.error }}
          shownFields={tried.shownPaths}
        />
      ) : null}
    </SpaceBetween>
  );
  const buttons = (
    <SpaceBetween size="xs">
      <ProblemAlert error={refused.error} shownFields={refused.shownPaths} />
      <SpaceBetween direction="horizontal" size="xs">
        <ActionButton
          needs="write"
          variant="primary"
          loading={save.isRunning}
          disabled={!save.hasChanges}
          disabledReason="Nothing is changed."
          // TanStack Query calls this only while the form is there: the user may have opened another rule.
          onClick={() => {
            const [fault = draft.missing] = draft.faults.values();
            if (fault === undefined) save.start(undefined, { onSuccess: close });
            else setUnsent(new Error(fault));
          }}
        >
          {rule === undefined ? 'Create the rule' : 'Save the changes'}
        </ActionButton>
        <Button onClick={close}>Cancel</Button>
      </SpaceBetween>
    </SpaceBetween>
  );
  return (
    <div ref={place}>
      <div className="form-and-effect">
        {form}
        {told}
      </div>
      <div className="form-actions">{buttons}</div>
    </div>
  );
}

/** What a refused request says of the fields, and the error until the user has changed all that it names. */
function useRefusedFields(fields: readonly Field[], error: unknown, values: Texts, prefix = '') {
  const { shownPaths } = messagesOf(fields, fieldErrors(error), prefix);
  const left = useFieldErrors(error, values);
  const isOver = left.size === 0 && fieldErrors(error).size > 0;
  return { messages: messagesOf(fields, left, prefix).messages, shownPaths, error: isOver ? null : error };
}

interface TypeFieldProps {
  readonly types: readonly string[];
  readonly type: string;
  readonly change: (type: string) => void;
  readonly isReadOnly: boolean;
}

function TypeField({ types, type, change, isReadOnly }: TypeFieldProps) {
  const options = types.map((value) => ({ value, label: labelOf(value) }));
  return (
    <FormField label="Rule type" info={<Example type={type} />}>
      <Select
        options={options}
        selectedOption={options.find(({ value }) => value === type) ?? null}
        disabled={isReadOnly}
        onChange={({ detail }) => change(detail.selectedOption.value ?? type)}
      />
    </FormField>
  );
}

/** Leads to the rule type in the guide, whose headings are the names of the types. */
function Example({ type }: { readonly type: string }) {
  const href = `${window.location.origin}/docs/guides/rules-by-example.html#${type.replaceAll('_', '-')}`;
  return (
    <Link variant="info" external href={href} externalIconAriaLabel="Opens in a new tab">
      Example
    </Link>
  );
}
