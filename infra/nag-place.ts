import { type Stack, Token } from 'aws-cdk-lib';

/** Account and region of a stack as cdk-nag writes them: unknown ones by the name of their parameter. */
export const nagPlace = ({ account, region }: Stack): { readonly account: string; readonly region: string } => ({
  account: Token.isUnresolved(account) ? '<AWS::AccountId>' : account,
  region: Token.isUnresolved(region) ? '<AWS::Region>' : region,
});
