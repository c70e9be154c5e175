import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../sdk/index.ts';
import { problemText } from '../../design/problem-advice.ts';
import { useChains } from '../../live/chains.ts';
import { useClient } from '../../session/session-context.ts';
import { pastedId, transactionChoice } from './transaction-choice.ts';

interface TransactionFieldProps {
  readonly id: string | undefined;
  readonly select: (id: string) => void;
}

const MOST = 20;

/** Finds a past transaction: the latest, those that a search finds, or the transaction of a pasted id. */
export function TransactionField({ id, select }: TransactionFieldProps) {
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
  const byId = { value: pasted ?? '', label: `Transaction ${pasted}`, description: 'By its id' };
  return (
    <FormField
      label="Transaction"
      description="Search by the beginning of a hash, or by words of the notes or of a wallet. Or paste an id."
      errorText={error === null ? undefined : problemText(error).detail}
      stretch
    >
      <Select
        options={pasted === undefined ? choices : [byId]}
        selectedOption={chosen?.value === id && chosen !== undefined ? chosen : null}
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
