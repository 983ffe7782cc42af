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
  /** Of a designer: what is unsaved is saved first. */
  readonly saving?: Saving
}

/** Opens the dialog that deploys an application, for users who may deploy it. */
export function DeployButton({ application, saving }: Props) {
  const { t } = useTranslation()
  const mayDeploy = useMay('applications.deploy', application.id)
  const [isOpen, setOpen] = useState(false)
  const [hasOpened, setHasOpened] = useState(false)
  if (!mayDeploy) return null
  const open = async () => {
    if (saving !== undefined && !(await saving.saveNow())) return
    setHasOpened(true)
    setOpen(true)
  }
  return (
    <>
      <Button
        size="xs"
        {...(saving === undefined && { variant: 'filled' })}
        disabled={saving?.isSaving === true}
        onClick={() => void open()}
      >
        {t(saving?.isChanged === true ? 'applications.saveAndDeploy' : 'applications.deploy')}
      </Button>
      {hasOpened ? <LazyDialog application={application} isOpen={isOpen} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
