import { labelOf } from '../../console/design/field-label.ts';
import { textsOf } from '../../console/pages/rules/field-values.ts';
import { ruleFormsOf } from '../../console/pages/rules/rule-forms.ts';
import type { Field, Leaf } from '../../console/pages/rules/schema-fields.ts';
import { inTwoQuestions } from '../../console/pages/rules/two-questions.ts';
import document from '../../docs/openapi.json' with { type: 'json' };
import { CreateRule } from '../../lib/alerts/rules/schema.ts';
import { ruleSentence } from '../../sdk/index.ts';

const forms = ruleFormsOf(document);

interface Shown {
  readonly label: string;
  readonly leaf: Leaf;
}

/** Each field of the form with its label: `Value in USD, At least`. */
const shownIn = (fields: readonly Field[], of = ''): readonly Shown[] =>
  fields.flatMap((field) => {
    if (field.kind !== 'group') return [{ label: `${of}${field.label}`, leaf: field }];
    return shownIn(field.fields, field.name === 'conditions' ? '' : `${of}${field.label}, `);
  });

const written = ({ kind, options }: Leaf, text: string): string => {
  if (kind === 'flag') return text === 'true' ? 'ticked' : 'not ticked';
  const lines = text.split('\n').map((line) => options.find(({ value }) => String(value) === line)?.text ?? line);
  return `\`${lines.join('` `')}\``;
};

/** Lines of a quotation of Markdown, as long as a line of a document may be. */
const quoted = (text: string): string => text.replace(/(.{1,118})(?: |$)/g, '> $1\n').trimEnd();

/** How the console says the body of a new rule: the sentence, and each field that the user fills in or changes. */
export function consoleWords(body: Readonly<Record<string, unknown>>): string {
  const { ruleType, conditions } = CreateRule.parse(body);
  const fields = forms.get(ruleType) ?? [];
  const texts = textsOf(fields, inTwoQuestions(body));
  const changed = shownIn(fields).filter(({ leaf }) => leaf.path !== 'name' && texts[leaf.path] !== leaf.initial);
  const filled = changed.map(({ label, leaf }) => `${label}: ${written(leaf, texts[leaf.path] ?? '')}`);
  const sentence = ruleSentence({ ruleType, conditions, wallets: { ids: [], tags: [], types: [] } });
  const all = [`Rule type: \`${labelOf(ruleType)}\``, ...filled].join(' · ');
  return quoted(`**In the console:** *${sentence}.* ${all}`);
}
