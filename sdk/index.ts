export { addWallets, PROBLEM_COLUMN, WALLET_COLUMNS } from './add-wallets.ts';
export { ageText } from './ages.ts';
export { levelUnit } from './alert-level.ts';
export { CHAIN_IDS, RULE_CONDITIONS } from './api-names.ts';
export type { components, operations, paths, webhooks } from './api-types.ts';
export { changedValues, changeText } from './audit-change.ts';
export { backtestSentence } from './backtest.ts';
export { inBlockOrder } from './block-order.ts';
export { type BulkOptions, type RowOutcome, rowErrorText, sendRows } from './bulk.ts';
export { CHANNELS } from './channels.ts';
export { type ChainwatchClient, type ClientOptions, createChainwatch } from './client.ts';
export { exactFigure, figure, typedFigure, usdFigure } from './figures.ts';
export { messageText } from './message-text.ts';
export { pages } from './pages.ts';
export { type Answer, checkDone, dataOf, type Problem, ProblemError } from './problem.ts';
export {
  actualText,
  expectedText,
  isOfParties,
  isOfWallets,
  reasonText,
  unmetText,
  withWalletLabels,
} from './reason-text.ts';
export { reasonSentence } from './reason-words.ts';
export { type ReplayOutcome, replayOutcome, replayOutcomeText } from './replay-outcome.ts';
export { type AddressLabel, ruleSentence, type ToldRule } from './rule-sentence.ts';
export { familyOfTyped, typedAddress } from './typed-address.ts';
export { VerificationError, type VerifyOptions, verify } from './verify.ts';
export { coversWallet, type WalletSelector } from './wallet-selector.ts';
