import * as z from 'zod';
import { ruleType } from '../port/rule-type.ts';

/** Matches the creation of a smart contract or program. */
export const contractDeploy = ruleType(z.strictObject({}), () => ({ txType }) => [
  { condition: 'txType', expected: 'contract_deploy', actual: txType, passed: txType === 'contract_deploy' },
]);
