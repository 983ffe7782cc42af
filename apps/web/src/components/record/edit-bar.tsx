import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ActionBar } from '../action-bar/action-bar.tsx'
import { TypedGuard } from '../unsaved/typed-guard.tsx'
import type { Edit } from './use-edit.ts'

interface Props {
  readonly edit: Pick<Edit<object>, 'isDirty' | 'isSaving' | 'save' | 'discard'>
  /** Verb and object. */
  readonly action: string
  /** Whether all required data is entered. */
  readonly isComplete: boolean
  /** See `UnsavedGuard`. */
  readonly places?: readonly string[]
}

/** The bar at the foot of a changed record: save or discard. Asks before changes are lost. */
export function EditBar({ edit: { isDirty, isSaving, save, discard }, action, isComplete, places = [] }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <TypedGuard isDirty={() => isDirty} places={places} />
      {isDirty ? (
        <ActionBar note={t('record.unsaved')}>
          <Button onClick={discard}>{t('record.discard')}</Button>
          <Button variant="filled" loading={isSaving} disabled={!isComplete} onClick={save}>
            {action}
          </Button>
        </ActionBar>
      ) : null}
    </>
  )
}
