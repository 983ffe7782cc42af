import IconChevronDown from 'icon:chevron-down'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { type RefObject, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionBar } from '../../components/action-bar/action-bar.tsx'
import { SaveDraftButton } from '../../components/form-host/draft/save-draft-button.tsx'
import type { DraftHandle } from '../../components/form-host/draft/use-draft.ts'
import { FinishButton } from '../../components/form-host/finish-button.tsx'
import { useFormStep } from '../../components/form-host/form-end.ts'
import classes from './complete-bar.module.css'
import { taskFormId } from './task-form-id.ts'

interface Props {
  /** Verb and object. */
  readonly action: string
  /** The form is there and can be submitted. */
  readonly isReady: boolean
  readonly isPending: boolean
  readonly draft: RefObject<DraftHandle | null>
  /** Set to whether the next one is to follow; null where there is no list to go on in. */
  readonly opensNext: RefObject<boolean> | null
}

/**
 * The bar below the form of a task: it saves entries as a draft, completes the task, and opens the next task of the
 * list if the user has chosen that.
 */
export function CompleteBar({ action, isReady, isPending, draft, opensNext }: Props) {
  const { t } = useTranslation()
  useEffect(() => {
    // The form sends itself by Ctrl Enter: with Shift the next one follows. It has to be known before.
    const press = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => {
      if (key === 'Enter' && (ctrlKey || metaKey) && opensNext !== null) opensNext.current = shiftKey
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [opensNext])
  const main = (
    <Button
      type="submit"
      form={taskFormId}
      variant="filled"
      className={opensNext === null ? undefined : classes.main}
      disabled={!isReady}
      loading={isPending}
      onClick={() => {
        if (opensNext !== null) opensNext.current = false
      }}
    >
      {action}
    </Button>
  )
  const step = useFormStep(taskFormId)
  const save = <SaveDraftButton handle={draft} disabled={!isReady || isPending} />
  if (opensNext === null || step !== null)
    return (
      <ActionBar>
        {save}
        <FinishButton formId={taskFormId} isReady={isReady}>
          {main}
        </FinishButton>
      </ActionBar>
    )
  return (
    <ActionBar>
      {save}
      <div className={classes.split}>
        {main}
        <Menu position="top-end">
          <Menu.Target>
            <ActionIcon
              variant="filled"
              color="race"
              className={classes.more}
              aria-label={t('task.completeOptions')}
              disabled={!isReady || isPending}
            >
              <IconChevronDown size={16} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              onClick={() => {
                opensNext.current = true
                submitForm()
              }}
            >
              {t('task.completeAndNext')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </ActionBar>
  )
}

function submitForm(): void {
  const form = document.getElementById(taskFormId)
  if (form instanceof HTMLFormElement) form.requestSubmit()
}
