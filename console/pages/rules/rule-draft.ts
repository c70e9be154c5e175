import { useState } from 'react';
import { linesOf, type Texts, textsOf, textsOfOther } from './field-values.ts';
import type { Rule, RuleForms } from './rule-forms.ts';
import type { Template } from './template-sentence.ts';
import { inTwoQuestions } from './two-questions.ts';

/** The wallets that a template is about. No choice would mean all wallets, so the user must say so. */
export interface AskedWallets {
  /** In the words of the template. */
  readonly names: string;
  readonly takesAll: boolean;
  readonly takeAll: (takesAll: boolean) => void;
}

export interface FormState {
  readonly texts: Texts;
  readonly write: (path: string, text: string) => void;
  /** The messages of the API, by the path of their field. */
  readonly messages: ReadonlyMap<string, string>;
  /** What else a field should say, by the path of the field. */
  readonly warnings: ReadonlyMap<string, string>;
  /** Why texts that stand in fields are no part of the rule yet, by the path of their field. */
  readonly faults: ReadonlyMap<string, string>;
  readonly setFault: (path: string, fault: string | undefined) => void;
  /** True for a key that may not change rules. */
  readonly isReadOnly: boolean;
  /** What the template says of the wallets; undefined where no wallet means all wallets. */
  readonly asked?: AskedWallets | undefined;
}

/** The fields of the form that together say which wallets the rule is about. */
export const WALLET_PATHS = { ids: 'wallets.ids', tags: 'wallets.tags', types: 'wallets.types' } as const;

/** Whether the form names no wallet and no group of wallets. */
export const isOfAllWallets = (texts: Texts): boolean =>
  Object.values(WALLET_PATHS).every((path) => linesOf(texts[path] ?? '').length === 0);

/**
 * What the user wrote of a rule so far.
 * @param rule the rule that the user edits or copies; undefined for a rule that begins empty.
 */
export function useRuleDraft(forms: RuleForms, rule: Rule | undefined) {
  const fieldsOf = (type: string) => forms.get(type) ?? [];
  const [type, setType] = useState<string>(rule?.ruleType ?? 'large_transfer');
  const [before] = useState(() => textsOf(fieldsOf(type), rule && inTwoQuestions(rule)));
  const [texts, setTexts] = useState(before);
  const [names, setNames] = useState<readonly string[]>([]);
  const [takesAll, takeAll] = useState(false);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const asked: AskedWallets | undefined =
    names.length === 0 ? undefined : { names: names.map((name) => `“${name}”`).join(', '), takesAll, takeAll };
  return {
    type,
    fields: fieldsOf(type),
    before,
    texts,
    write: (path: string, text: string) => setTexts((now) => ({ ...now, [path]: text })),
    fill: (template: Template) => {
      setType(template.ruleType);
      setTexts(textsOf(fieldsOf(template.ruleType), inTwoQuestions(template)));
      setNames(template.wallets ?? []);
      takeAll(false);
    },
    changeType: (next: string) => {
      setType(next);
      setTexts((now) => textsOfOther(fieldsOf(type), fieldsOf(next), now));
    },
    faults,
    setFault: (path: string, fault: string | undefined) =>
      setFaults((now) => {
        const others = [...now].filter(([each]) => each !== path);
        return new Map(fault === undefined ? others : [...others, [path, fault]]);
      }),
    asked,
    /** Why the form cannot be sent yet; undefined when it can. */
    missing:
      asked !== undefined && !asked.takesAll && isOfAllWallets(texts)
        ? `Choose the wallets for ${asked.names}, or “All wallets”.`
        : undefined,
  };
}
