import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import { dataOf } from '../../../sdk/index.ts';
import { EventsField } from '../../design/events-field.tsx';
import { labelOf } from '../../design/field-label.ts';
import { foreignText } from '../../design/foreign-text.ts';
import { FormModal } from '../../design/form-modal.tsx';
import { MatchEditor } from '../../design/match-editor.tsx';
import { fieldErrors } from '../../design/problem-advice.ts';
import { useFieldErrors } from '../../design/use-field-errors.ts';
import { useMatchChoices } from '../../design/use-match-choices.ts';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';
import {
  type Destination,
  type DestinationInput,
  destinationChanges,
  inputOf,
  isDestinationChange,
  isNewDestination,
  KINDS,
  kindOf,
  newDestination,
} from './destination-input.ts';

interface DestinationFormProps {
  /** The destination to change; undefined makes a new destination. */
  readonly destination: Destination | undefined;
  readonly done: (saved: Destination) => void;
  readonly close: () => void;
}

/** Makes or changes a destination. */
export default function DestinationForm({ destination, done, close }: DestinationFormProps) {
  const client = useClient();
  const { events } = useMatchChoices();
  // A poll that brings changes of a colleague must not overwrite what the user writes.
  const [before] = useState(() => inputOf(destination));
  const [input, setInput] = useState(before);
  const set = (changes: Partial<DestinationInput>) => setInput((now) => ({ ...now, ...changes }));
  const save = useAction({
    run: async (): Promise<Destination> => {
      if (destination === undefined) {
        const body = newDestination(input);
        if (!isNewDestination(body)) throw new Error('The form has no kind');
        return dataOf(await client.POST('/api/destinations', { body }));
      }
      const body = destinationChanges(before, input);
      if (!isDestinationChange(body)) return destination;
      return dataOf(await client.PATCH('/api/destinations/{id}', { params: { path: { id: destination.id } }, body }));
    },
    changes: ['destinations'],
    onDone: done,
  });
  const { name, kind, config, match } = input;
  const errors = useFieldErrors(save.error, { name, kind, config, match });
  const fields = (kindOf(input.kind)?.fields ?? []).map(({ field }) => `config.${field}`);
  const ofMatch = [...fieldErrors(save.error).keys()].filter((path) => path.startsWith('match.'));
  const hasEvents = input.events.length > 0;
  const isNew = destination === undefined;
  return (
    <FormModal
      title={isNew ? 'Add a destination' : 'Edit the destination'}
      action={isNew ? 'Add' : 'Save'}
      isRunning={save.isRunning}
      error={save.error}
      shownFields={['name', 'kind', ...fields, ...ofMatch]}
      submit={() => {
        if (hasEvents) save.start();
      }}
      close={close}
    >
      <FormField label="Name" errorText={errors.get('name')}>
        <Input value={input.name} autoFocus onChange={({ detail }) => set({ name: detail.value })} />
      </FormField>
      <KindField kind={input.kind} isNew={isNew} change={(kind) => set({ kind })} errorText={errors.get('kind')} />
      <ConfigFields
        input={input}
        shown={destination?.config}
        change={(config) => set({ config: { ...input.config, ...config } })}
        errors={errors}
      />
      <EventsField
        inWords
        events={events}
        chosen={input.events}
        choose={(chosen) => set({ events: chosen })}
        errorText={hasEvents ? undefined : 'Choose at least one event.'}
      />
      <MatchEditor
        inWords
        match={input.match}
        events={input.events}
        change={(match) => set({ match })}
        errors={errors}
      />
    </FormModal>
  );
}

interface KindFieldProps {
  readonly kind: string;
  readonly isNew: boolean;
  readonly change: (kind: string) => void;
  readonly errorText: string | undefined;
}

function KindField({ kind, isNew, change, errorText }: KindFieldProps) {
  const options = KINDS.map(({ kind: value, label }) => ({ value, label }));
  return (
    <FormField
      label="Kind"
      description={isNew ? undefined : 'The kind of a destination does not change.'}
      errorText={errorText}
    >
      <Select
        options={options}
        selectedOption={options.find(({ value }) => value === kind) ?? { value: kind, label: kind }}
        disabled={!isNew}
        onChange={({ detail }) => change(detail.selectedOption.value ?? kind)}
      />
    </FormField>
  );
}

interface ConfigFieldsProps {
  readonly input: DestinationInput;
  /** The config as the service shows it: a secret is masked. Undefined for a new destination. */
  readonly shown: Destination['config'] | undefined;
  readonly change: (config: Readonly<Record<string, string>>) => void;
  readonly errors: ReadonlyMap<string, string>;
}

/** The fields of the kind. A secret is never shown whole, and stays when its field stays empty. */
function ConfigFields({ input, shown, change, errors }: ConfigFieldsProps) {
  return (kindOf(input.kind)?.fields ?? []).map(({ field, example, isSecret }) => {
    const masked = isSecret ? shown?.[field] : undefined;
    const description =
      masked === undefined
        ? 'Everybody who knows it can write there. The service never shows all of it again.'
        : `It ends with ${foreignText(masked, 20)} and stays as it is while this field is empty.`;
    return (
      <FormField
        key={field}
        label={labelOf(field)}
        description={isSecret ? description : undefined}
        errorText={errors.get(`config.${field}`)}
      >
        <Input
          value={input.config[field] ?? ''}
          placeholder={masked === undefined ? (example ?? '') : 'Unchanged'}
          autoComplete={false}
          spellcheck={false}
          onChange={({ detail }) => change({ [field]: detail.value })}
        />
      </FormField>
    );
  });
}
