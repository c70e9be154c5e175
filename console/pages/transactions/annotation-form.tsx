import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import TokenGroup from '@cloudscape-design/components/token-group';
import { useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { fieldErrors } from '../../design/problem-advice.ts';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { type Draft, isOutdated, type Notes, withTags } from './annotation-draft.ts';

interface AnnotationFormProps {
  readonly draft: Draft;
  /** The record as it is now. */
  readonly now: Notes;
  readonly write: (change: Partial<Notes>) => void;
  readonly isSaving: boolean;
  readonly error: unknown;
  /** Saves the draft with a tag that the user has not added yet. */
  readonly save: (last: Partial<Notes>) => void;
  readonly cancel: () => void;
}

/** Where a user writes notes and tags. */
export function AnnotationForm({ draft, now, write, isSaving, error, save, cancel }: AnnotationFormProps) {
  const [tag, setTag] = useState('');
  const errors = fieldErrors(error);
  const ofTags = [...errors].filter(([path]) => path.startsWith('tags'));
  const addTag = () => {
    write({ tags: withTags(draft.tags, tag) });
    setTag('');
  };
  return (
    <SpaceBetween size="s">
      <Box variant="h3">Notes and tags</Box>
      {isOutdated(draft, now) ? <Outdated now={now} /> : null}
      <FormField label="Notes" errorText={errors.get('notes')} constraintText="At most 4,000 characters.">
        <Textarea autoFocus rows={4} value={draft.notes} onChange={({ detail }) => write({ notes: detail.value })} />
      </FormField>
      <FormField
        label="Tags"
        errorText={ofTags.map(([, message]) => message).join(' ')}
        constraintText="At most 20. Press Enter or a comma after each."
        secondaryControl={<Button onClick={addTag}>Add</Button>}
      >
        <Input
          value={tag}
          onChange={({ detail: { value } }) => {
            if (!value.endsWith(',')) return setTag(value);
            write({ tags: withTags(draft.tags, value) });
            setTag('');
          }}
          onKeyDown={({ detail }) => detail.key === 'Enter' && addTag()}
        />
      </FormField>
      <TokenGroup
        items={draft.tags.map((each) => {
          const shown = foreignText(each, 64);
          return { label: shown, dismissLabel: `Remove the tag ${shown}` };
        })}
        onDismiss={({ detail }) => write({ tags: draft.tags.filter((_, n) => n !== detail.itemIndex) })}
      />
      <ProblemAlert error={error} shownFields={['notes', ...ofTags.map(([path]) => path)]} />
      <SpaceBetween direction="horizontal" size="xs">
        <ActionButton
          needs="write"
          variant="primary"
          loading={isSaving}
          onClick={() => save({ tags: withTags(draft.tags, tag) })}
        >
          Save
        </ActionButton>
        <Button onClick={cancel}>Cancel</Button>
      </SpaceBetween>
    </SpaceBetween>
  );
}

function Outdated({ now }: { readonly now: Notes }) {
  return (
    <Alert type="warning" header="A colleague changed this meanwhile">
      <SpaceBetween size="xs">
        <span>
          Notes: <Foreign text={now.notes === '' ? 'none' : now.notes} most={500} lines />
        </span>
        <span>
          Tags: <Foreign text={now.tags.length === 0 ? 'none' : now.tags.join(', ')} most={300} />
        </span>
        <span>What you save takes the place of it.</span>
      </SpaceBetween>
    </Alert>
  );
}
