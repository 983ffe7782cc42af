import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../toast/show-toast.tsx'
import { DisableDialog } from './disable-dialog.tsx'

interface Props {
  readonly name: string
  /** Whether the record is disabled; then the button is not shown. */
  readonly isDisabled: boolean
  /** The consequences. */
  readonly text: string
  /** Verb and object. */
  readonly action: string
  /** More fields of the dialog, and whether they are complete. */
  readonly fields?: ReactNode
  readonly isComplete?: boolean
  readonly onDisable: (reason: string) => Promise<unknown>
}

/** A button that disables a record after asking for a reason. */
export function DisableButton({ name, isDisabled, onDisable, ...dialog }: Props) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      {isDisabled ? null : (
        <Button size="xs" data-danger onClick={() => setAsking(true)}>
          {t('disabling.disable')}
        </Button>
      )}
      <DisableDialog
        isOpen={isAsking}
        name={name}
        {...dialog}
        onDisable={onDisable}
        onDone={() => {
          setAsking(false)
          showToast({ kind: 'success', title: t('disabling.done', { name }) })
        }}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
