import type { components } from '../../../sdk/index.ts';
import { type Field, fieldsOf, recordOf } from './schema-fields.ts';
import { withoutDirection } from './two-questions.ts';

export type Rule = components['schemas']['Rule'];
export type NewRule = components['schemas']['CreateRule'];
type RuleChange = components['schemas']['UpdateRule'];
type TestedRule = components['schemas']['TestedRule'];

/** The fields of the form of each rule type. */
export type RuleForms = ReadonlyMap<string, readonly Field[]>;

/**
 * The forms of all rule types that the API knows. A new rule type appears by itself.
 * @param document the OpenAPI document.
 * @throws Error when the document does not describe how to create a rule.
 */
export function ruleFormsOf(document: unknown): RuleForms {
  const { oneOf } = recordOf(recordOf(recordOf(recordOf(document).components).schemas).CreateRule);
  if (!Array.isArray(oneOf)) throw new Error('The API does not describe its rules.');
  const forms = oneOf.map((variant): [string, readonly Field[]] => {
    const type = recordOf(recordOf(recordOf(variant).properties).ruleType).const;
    return [
      String(type),
      fieldsOf(variant, document)
        // `walletIds` is the older name of `wallets.ids`.
        .filter(({ name }) => name !== 'ruleType' && name !== 'walletIds')
        .map(withoutDirection)
        .map((field) => withInitialCooldown(field, String(type))),
    ];
  });
  return new Map(forms.sort(([a], [b]) => a.localeCompare(b)));
}

/** Rules of these types judge no transaction, so that no past or made-up transaction can test them. */
const UNTESTABLE: readonly string[] = ['balance', 'silence'];
export const isTestable = (type: string): boolean => !UNTESTABLE.includes(type);

/** These rules match each transaction of a busy time, so that they need a cooldown. */
const REPEATING: readonly string[] = ['frequency', 'gas_spike'];

/** A new rule makes an alert of each match, whatever the default of the API: no rule is silent unnoticed. */
const withInitialCooldown = (field: Field, type: string): Field =>
  field.kind === 'number' && field.path === 'cooldownMinutes' && !REPEATING.includes(type)
    ? { ...field, initial: '0' }
    : field;

/** A form makes the body from the schema of the API, which checks the contents. */
export const isNewRule = (body: unknown): body is NewRule => typeof recordOf(body).ruleType === 'string';

/** The same for a change of a rule. A change of nothing is none. */
export const isRuleChange = (body: unknown): body is RuleChange => Object.keys(recordOf(body)).length > 0;

/** The same for the part of a rule that a test reads. */
export const isTestedRule = (body: unknown): body is TestedRule => typeof recordOf(body).ruleType === 'string';
