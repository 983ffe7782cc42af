import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/session/use-may.ts'
import type { Saving } from '../design-page/use-saving.ts'
import { lazyPart } from '../lazy-part/lazy-part.tsx'
import type { DeployDialogProps } from './deploy-dialog.tsx'

const LazyDialog = lazyPart<DeployDialogProps>(() => import('./deploy-dialog.tsx'), { isAwaited: () => true })

interface Props {
  readonly application: { readonly id: string; readonly name: string }
  /** A designer saves unsaved changes before the deployment. */
  readonly saving?: Saving
}

/** Opens the dialog that deploys an application, for users who may deploy it. */
export function DeployButton({ application, saving }: Props) {
  const { t } = useTranslation()
  const mayDeploy = useMay('applications.deploy', application.id)
  const [isOpen, setOpen] = useState(false)
  // A dialog that could not be loaded is loaded again with the next press.
  const [count, setCount] = useState(0)
  if (!mayDeploy) return null
  const open = async () => {
    if (saving !== undefined && !(await saving.saveNow())) return
    setCount(count + 1)
    setOpen(true)
  }
  const { isSaving = false, isChanged = false, canSave = true } = saving ?? {}
  return (
    <>
      <Button
        size="xs"
        {...(saving === undefined && { variant: 'filled' })}
        // Without the unsaved changes, another process than the shown one would be deployed.
        disabled={isSaving || (isChanged && !canSave)}
        onClick={() => void open()}
      >
        {t(isChanged && canSave ? 'applications.saveAndDeploy' : 'applications.deploy')}
      </Button>
      {count > 0 ? (
        <LazyDialog key={count} application={application} isOpen={isOpen} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}
