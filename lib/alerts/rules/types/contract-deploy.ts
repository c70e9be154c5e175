import * as z from 'zod';
import { every, typeIs } from '../port/conditions.ts';
import { ruleType } from '../port/rule-type.ts';

/** Matches the creation of a smart contract or program. */
export const contractDeploy = ruleType(z.strictObject({}), () => ({
  ...every(typeIs('contract_deploy')),
  terms: ['type contract_deploy'],
}));
