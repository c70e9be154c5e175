import Box from '@cloudscape-design/components/box';
import FormField from '@cloudscape-design/components/form-field';
import { useEffect, useState } from 'react';
import { ageText } from '../../../sdk/index.ts';
import { Foreign } from '../../design/foreign.tsx';
import { Age } from '../../design/instant.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { fieldErrors } from '../../design/problem-advice.ts';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useLiveItem } from '../../live/live-item.ts';
import { useClient, useRefusal } from '../../session/session-context.ts';
import { isTestedRule } from './rule-forms.ts';

/** The form rests for so long before it asks, in milliseconds. */
const REST_MS = 600;

/**
 * Asks what the rule of the form would have matched among the newest records.
 * @param isReady whether the form states a whole rule.
 */
export function useRulePreview(rule: Readonly<Record<string, unknown>>, isReady: boolean) {
  const client = useClient();
  const mayAsk = useRefusal('write') === undefined;
  const asked = useRested(isReady ? JSON.stringify(rule) : '');
  const isAsked = mayAsk && isReady && asked !== '';
  const { item, error, retry } = useLiveItem({
    key: ['rules', 'preview', asked],
    load: (signal) => {
      const body: unknown = JSON.parse(asked);
      if (!isTestedRule(body)) throw new Error('The form has no rule type');
      return client.POST('/api/alerts/rules/preview', { body: { rule: body }, signal });
    },
    isLive: false,
    isAsked,
  });
  return { item: isAsked ? item : undefined, error: isAsked ? error : null, retry, mayAsk };
}

interface RulePreviewProps extends ReturnType<typeof useRulePreview> {
  /** Whether the form has all conditions that the rule needs. */
  readonly isWhole: boolean;
  /** Whether the form itself marks a field. */
  readonly isMarked: boolean;
  /** The paths of errors that stand at the fields of the form. */
  readonly shownFields: readonly string[];
}

/** What the rule of the form would have matched, or why nobody can tell. */
export function RulePreview({ item, error, retry, mayAsk, isWhole, isMarked, shownFields }: RulePreviewProps) {
  if (!mayAsk) return null;
  if (item === undefined) {
    const named = [...fieldErrors(error)];
    const others = named.filter(([path]) => !shownFields.includes(path)).map(([, message]) => message);
    if (error !== null && named.length === 0) return <ProblemAlert error={error} retry={retry} />;
    const why = isMarked
      ? 'Correct what is marked.'
      : isWhole
        ? others.join(' ') || (named.length > 0 ? 'Correct what is marked.' : undefined)
        : 'Fill in the conditions that the rule needs.';
    return why === undefined ? null : (
      <FormField label="Would have matched">
        <div aria-live="polite">
          No preview yet. <Foreign text={why} most={300} />
        </div>
      </FormField>
    );
  }
  const { judged, matched, since, samples } = item;
  return (
    <FormField
      label="Would have matched"
      description="Among the newest transactions, without regard to the cooldown, which may suppress alerts."
    >
      <div aria-live="polite">
        {judged === 0 || since === null ? (
          <NoneJudged />
        ) : (
          <Box>
            <b>{matched.toLocaleString()}</b> of the last {judged.toLocaleString()} transactions match. The oldest of
            these was {ageText(since, new Date())}.
          </Box>
        )}
        <ul className="plain">
          {samples.map(({ transactionId, blockTimestamp, summary }) => (
            <li key={transactionId}>
              <PageLink to={`/transactions?open=${transactionId}`}>
                <Foreign text={summary} most={200} />
              </PageLink>
              , <Age at={blockTimestamp} />
            </li>
          ))}
        </ul>
      </div>
    </FormField>
  );
}

/** Why no transaction was judged: the organisation has none, or none of these wallets. */
function NoneJudged() {
  const client = useClient();
  const { item } = useLiveItem({
    key: ['transactions', 'any'],
    load: (signal) => client.GET('/api/transactions', { params: { query: { pageSize: 1 } }, signal }),
    isLive: false,
  });
  return item?.data.length === 0
    ? 'There are no transactions yet.'
    : 'None of the newest transactions is of these wallets.';
}

/** The text after the user has not changed it for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
