import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { fieldErrors } from '../../design/problem-advice.ts';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { TagsField, tagPaths } from '../../design/tags-field.tsx';
import { useFieldErrors } from '../../design/use-field-errors.ts';
import { withTags } from '../../design/with-tags.ts';
import { type Draft, isOutdated, type Notes } from './annotation-draft.ts';

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
  const errors = useFieldErrors(error, { notes: draft.notes, tags: [...draft.tags, tag] });
  return (
    <SpaceBetween size="s">
      <Box variant="h3">Notes and tags</Box>
      {isOutdated(draft, now) ? <Outdated now={now} /> : null}
      <FormField label="Notes" errorText={errors.get('notes')} constraintText="At most 4,000 characters.">
        <Textarea autoFocus rows={4} value={draft.notes} onChange={({ detail }) => write({ notes: detail.value })} />
      </FormField>
      <TagsField
        tags={draft.tags}
        change={(tags) => write({ tags })}
        text={tag}
        write={setTag}
        most={20}
        errors={errors}
      />
      <ProblemAlert error={error} shownFields={['notes', ...tagPaths(fieldErrors(error))]} />
      <SpaceBetween direction="horizontal" size="xs">
        <ActionButton
          needs="review"
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
