import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { counted } from '../../design/counted.ts';
import { NAMING_FIELDS } from './counterparty-choices.ts';
import type { Texts } from './field-values.ts';
import type { FormState } from './rule-draft.ts';
import { SchemaField } from './schema-field.tsx';
import type { Field } from './schema-fields.ts';

/** The conditions that few rules have. */
const RARE = new Set([
  'counterparty_in',
  'first_time',
  'lookalike',
  'unknown_value',
  'destination_tag',
  'memo_contains',
  'spender_in',
  'rearm_percent',
  'per',
]);

interface RuleFieldsProps extends FormState {
  readonly fields: readonly Field[];
}

/** The fields of a rule. What a usual rule needs comes first; the rest is folded, and says what it holds. */
export function RuleFields({ fields, ...state }: RuleFieldsProps) {
  const { texts, messages } = state;
  const take = (isTaken: (field: Field) => boolean) => fields.filter(isTaken);
  const conditions = fields.flatMap((field) =>
    field.name === 'conditions' && field.kind === 'group' ? field.fields : [],
  );
  const rare = conditions.filter(({ name }) => RARE.has(name));
  const switches = take(({ name }) => name.startsWith('notify'));
  const ownWebhook = take(({ name }) => name === 'customWebhookUrl');
  const first = take(({ name }) => ['name', 'severity', 'wallets'].includes(name));
  const shown = new Set(['conditions', ...[...switches, ...ownWebhook, ...first].map(({ name }) => name)]);
  const others = take(({ name }) => !shown.has(name));
  const needsWebhook =
    texts.notifyWebhook === 'true' || (texts.customWebhookUrl ?? '') !== '' || messages.has('customWebhookUrl');
  return (
    <SpaceBetween size="s">
      <FieldGrid fields={first} {...state} />
      <Header variant="h3">Conditions</Header>
      {conditions.length === 0 ? 'This rule type has no conditions.' : null}
      <FieldGrid fields={inOrder(conditions.filter(({ name }) => !RARE.has(name)))} {...state} />
      <div className="tags">
        {switches.map((field) => (
          <SchemaField key={field.path} field={field} {...state} />
        ))}
      </div>
      {needsWebhook ? <FieldGrid fields={ownWebhook} {...state} /> : null}
      <div className="form-fields">
        <Folded title="More conditions" summary={rareSummary(rare, texts)} fields={rare} {...state} />
        <Folded title="Cooldown" summary={cooldownSummary(texts)} fields={others} {...state} />
      </div>
    </SpaceBetween>
  );
}

/** Names of counterparties come last, as in the sentence of the rule: they are the exception. */
const inOrder = (fields: readonly Field[]): readonly Field[] =>
  fields.toSorted((a, b) => Number(NAMING_FIELDS.has(a.path)) - Number(NAMING_FIELDS.has(b.path)));

/** What the folded conditions hold, or which there are. */
function rareSummary(rare: readonly Field[], texts: Texts): string {
  const stated = rare.filter(({ path }) => (texts[path] ?? '') !== '');
  const names = (fields: readonly Field[]) => fields.map(({ label }) => label).join(' · ');
  return stated.length === 0 ? names(rare) : `Stated: ${names(stated)}`;
}

function cooldownSummary({ cooldownMinutes = '' }: Texts): string {
  const minutes = Number(cooldownMinutes);
  if (minutes === 0) return 'None: each match makes an alert';
  return Number.isInteger(minutes) ? `${counted(minutes, 'minute')} after an alert` : cooldownMinutes;
}

function FieldGrid({ fields, ...state }: RuleFieldsProps) {
  return (
    <div className="form-fields">
      {fields.map((field) => (
        <div key={field.path} className={isWide(field) ? 'whole' : undefined}>
          <SchemaField field={field} {...state} />
        </div>
      ))}
    </div>
  );
}

/** Whether a field needs the whole line: the wallets, the bounds of a number, and lists of names. */
const isWide = ({ kind, path }: Field): boolean => kind === 'group' || kind === 'json' || NAMING_FIELDS.has(path);

interface FoldedProps extends RuleFieldsProps {
  readonly title: string;
  readonly summary: string;
}

/** Fields behind a heading. They open by themselves when one of them has an error. */
function Folded({ title, summary, fields, ...state }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  if (fields.length === 0) return null;
  const isMarked = fields.some(({ path }) =>
    [...state.messages.keys(), ...state.faults.keys()].some((each) => each === path || each.startsWith(`${path}.`)),
  );
  const isShown = isOpen || isMarked;
  return (
    <div className={isShown ? 'whole' : undefined}>
      <ExpandableSection
        headerText={title}
        headerDescription={summary}
        expanded={isShown}
        onChange={({ detail }) => setOpen(detail.expanded)}
      >
        <FieldGrid fields={fields} {...state} />
      </ExpandableSection>
    </div>
  );
}
