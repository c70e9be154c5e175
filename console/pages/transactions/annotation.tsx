import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { type components, dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Tags } from '../../design/tags.tsx';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';
import { changesIn, type Draft } from './annotation-draft.ts';
import { AnnotationForm } from './annotation-form.tsx';

type Transaction = components['schemas']['Transaction'];

/** The notes and tags of a transaction. What a user writes stays until the user saves or cancels. */
export function Annotation({
  transaction: { id, notes, tags, annotatedBy, annotatedByName },
}: {
  readonly transaction: Transaction;
}) {
  const client = useClient();
  const [draft, setDraft] = useState<Draft>();
  const save = useAction({
    run: async (body: ReturnType<typeof changesIn>) =>
      dataOf(await client.PATCH('/api/transactions/{id}/annotate', { params: { path: { id } }, body })),
    changes: ['transactions'],
    onDone: () => setDraft(undefined),
  });
  if (draft !== undefined) {
    return (
      <AnnotationForm
        draft={draft}
        now={{ notes, tags }}
        write={(change) => setDraft({ ...draft, ...change })}
        isSaving={save.isRunning}
        error={save.error}
        save={(last) => {
          const all = changesIn({ ...draft, ...last });
          if (Object.keys(all).length > 0) save.start(all);
          else setDraft(undefined);
        }}
        cancel={() => {
          save.reset();
          setDraft(undefined);
        }}
      />
    );
  }
  return (
    <div>
      <SpaceBetween size="xs">
        <Box variant="h3">Notes and tags</Box>
        {notes === '' ? <Box color="text-status-inactive">No notes.</Box> : <Foreign text={notes} most={4000} lines />}
        {tags.length === 0 ? <Box color="text-status-inactive">No tags.</Box> : <Tags tags={tags} />}
        {annotatedByName === null ? null : (
          <Box>
            Written {annotatedBy?.startsWith('person:') ? 'by' : 'with the key'}{' '}
            <Foreign text={annotatedByName} most={64} />
          </Box>
        )}
        <ActionButton needs="review" onClick={() => setDraft({ notes, tags, before: { notes, tags } })}>
          Edit notes and tags
        </ActionButton>
      </SpaceBetween>
    </div>
  );
}
