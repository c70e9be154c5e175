import { ruleSentence } from '../../../sdk/index.ts';
import templates from './rule-templates.json' with { type: 'json' };
import { recordOf } from './schema-fields.ts';

export interface Template {
  readonly name: string;
  readonly ruleType: string;
  /** The wallets that the user must choose, in the words of the file of the template. */
  readonly wallets?: readonly string[];
  readonly conditions?: object;
}

/** The templates of each team. */
export const TEAMS: readonly { readonly team: string; readonly rules: readonly Template[] }[] = templates;

/** When the rule of a template fires. The names of its wallets stand for wallets that the user chooses. */
export const templateSentence = ({ ruleType, wallets = [], conditions }: Omit<Template, 'name'>): string =>
  `${ruleSentence(
    { ruleType, wallets: { ids: wallets, tags: [], types: [] }, conditions: recordOf(conditions) },
    (name) => name,
  )}.`;
