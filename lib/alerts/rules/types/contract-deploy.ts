import * as z from 'zod';
import { ruleType } from '../port/rule-type.ts';

/** A smart contract or program is created. */
export const contractDeploy = ruleType(z.strictObject({}), () => ({ txType }) => [
  { condition: 'txType', expected: 'contract_deploy', actual: txType, passed: txType === 'contract_deploy' },
]);
