import FormField from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import { useRef, useState } from 'react';
import { FormModal } from '../../design/form-modal.tsx';
import { TakeFocus } from '../../design/take-focus.tsx';
import { MOST_NAME } from './saved-views.ts';

interface SaveViewProps {
  /** The names of the views that there are. */
  readonly taken: readonly string[];
  readonly save: (name: string) => void;
  readonly close: () => void;
}

/** Asks for the name of a view. */
export function SaveView({ taken, save, close }: SaveViewProps) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<InputProps.Ref>(null);
  const submit = () => {
    const typed = name.trim();
    const fault = faultOf(typed, taken);
    setError(fault);
    if (fault !== undefined) return;
    save(typed);
    close();
  };
  return (
    <FormModal
      title="Save view"
      action="Save"
      isRunning={false}
      error={null}
      shownFields={[]}
      submit={submit}
      close={close}
    >
      <FormField
        label="Name"
        description="The view keeps the filters that are set, in this browser alone."
        constraintText={`At most ${MOST_NAME} characters.`}
        errorText={error}
      >
        <TakeFocus take={() => field.current?.focus()} />
        <Input ref={field} value={name} onChange={({ detail }) => setName(detail.value)} />
      </FormField>
    </FormModal>
  );
}

/** Why a view cannot have the name. */
function faultOf(name: string, taken: readonly string[]): string | undefined {
  if (name === '') return 'Name the view.';
  if ([...name].length > MOST_NAME) return `The name has ${[...name].length} characters.`;
  const isTaken = taken.some((other) => other.toLowerCase() === name.toLowerCase());
  return isTaken ? 'Another view has this name.' : undefined;
}
