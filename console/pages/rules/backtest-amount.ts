import { recordOf } from './schema-fields.ts';

type FormRule = Readonly<Record<string, unknown>>;

const TIMES = 5;

/** The least value in USD of a rule; undefined when the rule has none. */
function leastUsd(rule: FormRule): string | undefined {
  const { gte, gt } = recordOf(recordOf(rule.conditions).value_usd);
  const least = String(gte ?? gt ?? '');
  return /^\d+(\.\d+)?$/.test(least) ? least : undefined;
}

/** Another amount at which a user may want to know the number of alerts: five times the amount of the rule. */
export function otherLeastUsd(rule: FormRule): string | undefined {
  const least = leastUsd(rule);
  return least === undefined ? undefined : String(Number(least) * TIMES);
}

/** The rule with another least value in USD. */
export function atLeastUsd(rule: FormRule, usd: string): FormRule {
  const { lte, lt } = recordOf(recordOf(rule.conditions).value_usd);
  const bounds = { gte: usd, ...(lte !== undefined && { lte }), ...(lt !== undefined && { lt }) };
  return { ...rule, conditions: { ...recordOf(rule.conditions), value_usd: bounds } };
}
