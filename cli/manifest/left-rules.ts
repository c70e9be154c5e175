import { isDeepStrictEqual } from 'node:util';
import type { Rule } from '../base/api-values.ts';
import { isLike } from '../base/likeness.ts';
import { numbersAsText } from './decimal-text.ts';
import type { Manifest, ManifestRule } from './manifest-schema.ts';

/** A rule that the file does not state, and a new rule of the file that seems to be this rule under a new name. */
interface LeftRule {
  readonly left: string;
  readonly fresh: string;
}

/** The rules that a run without `--prune` leaves active beside their copies: the file renames them. */
export function leftRules({ rules = [] }: Manifest, present: readonly Rule[]): LeftRule[] {
  const stated = new Set(rules.map(({ name }) => name));
  const known = new Set(present.map(({ name }) => name));
  const left = present.filter(({ name }) => !stated.has(name));
  return rules
    .filter(({ name }) => !known.has(name))
    .flatMap((fresh) => {
      const copied = left.find((each) => isCopy(fresh, each));
      return copied === undefined ? [] : [{ left: copied.name, fresh: fresh.name }];
    });
}

function isCopy({ name, ruleType, conditions = {} }: ManifestRule, present: Rule): boolean {
  if (ruleType !== present.ruleType) return false;
  const isSame = isDeepStrictEqual(numbersAsText(conditions), numbersAsText(present.conditions));
  // Many rules of a type have no conditions.
  return isLike(name, present.name) || (isSame && Object.keys(conditions).length > 0);
}
