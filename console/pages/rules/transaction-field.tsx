import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../sdk/index.ts';
import { problemText } from '../../design/problem-advice.ts';
import { useChains } from '../../live/chains.ts';
import { useClient } from '../../session/session-context.ts';
import type { Sample } from './sample-transactions.ts';
import { pastedId, transactionChoice } from './transaction-choice.ts';

interface TransactionFieldProps {
  readonly id: string | undefined;
  /** Made-up transactions, which stand before the past ones. */
  readonly samples: readonly Sample[];
  readonly select: (id: string) => void;
}

const MOST = 20;

/** What a list shows of a transaction. */
const optionOf = ({ value, label, description }: Omit<Sample, 'transaction'>) => ({ value, label, description });

/** Finds a past transaction: the latest, those that a search finds, or the transaction of a pasted id. */
export function TransactionField({ id, samples, select }: TransactionFieldProps) {
  const client = useClient();
  const { nameOf } = useChains();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<{ readonly value: string; readonly label: string }>();
  const pasted = pastedId(search);
  const found = useQuery({
    queryKey: ['transactions', 'search', search],
    queryFn: async ({ signal }) => {
      const query = { pageSize: MOST, ...(search === '' ? {} : { q: search }) };
      return dataOf(await client.GET('/api/transactions', { params: { query }, signal })).data;
    },
    enabled: pasted === undefined,
    placeholderData: keepPreviousData,
  });
  const error = found.error ?? found.failureReason;
  const choices = (found.data ?? []).map((transaction) => transactionChoice(transaction, nameOf));
  const offered = search === '' ? [...samples, ...choices] : choices;
  const selected = samples.find(({ value }) => value === id) ?? (chosen?.value === id ? chosen : undefined);
  const byId = { value: pasted ?? '', label: `Transaction ${pasted}`, description: 'By its id' };
  return (
    <FormField
      label="Transaction"
      description="Search by the beginning of a hash, or by words of the notes or of a wallet. Or paste an id."
      errorText={error === null ? undefined : problemText(error).detail}
      stretch
    >
      <Select
        options={pasted === undefined ? offered.map(optionOf) : [byId]}
        selectedOption={selected === undefined ? null : { value: selected.value, label: selected.label }}
        placeholder="Choose a transaction"
        filteringType="manual"
        filteringPlaceholder="Hash, words or id"
        statusType={found.isFetching ? 'loading' : 'finished'}
        loadingText="Searching"
        empty="No transaction is found."
        onLoadItems={({ detail }) => setSearch(detail.filteringText.trim())}
        onChange={({ detail: { selectedOption } }) => {
          const { value = '', label = value } = selectedOption;
          setChosen({ value, label });
          select(value);
        }}
      />
    </FormField>
  );
}
