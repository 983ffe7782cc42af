import IconFileText from 'icon:file-text'
import { ActionIcon, Button, Modal } from '@mantine/core'
import { api, type DeploymentDetail } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { Hint } from '../../components/hint/hint.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import classes from './deployments.module.css'

/** The picker with thousands of icons, loaded when it is first opened. */
const IconPicker = lazy(() => loadChunk(() => import('../../components/icon-picker/icon-picker.tsx')))

type DeployedProcess = DeploymentDetail['processes'][number]

/** The button that shows the icon of a process and chooses another one. */
export function ProcessIconButton({ process }: { process: DeployedProcess }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const label = t('deployment.changeIcon', { name: process.name })
  return (
    <>
      <Hint label={label}>
        <ActionIcon size="sm" aria-label={label} className={classes.icon} onClick={() => setOpen(true)}>
          <Icon value={process.icon} size={16} fallback={<IconFileText size={16} stroke={1.6} aria-hidden />} />
        </ActionIcon>
      </Hint>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('deployment.iconTitle', { name: process.name })}
        size={432}
      >
        <IconDialog process={process} onClose={() => setOpen(false)} />
      </Modal>
    </>
  )
}

function IconDialog({ process, onClose }: { process: DeployedProcess; onClose: () => void }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(process.icon)
  const save = useMutation({
    mutationFn: (icon: string | null) => call(api.processes.setIcon, { params: { key: process.key }, body: { icon } }),
    onSuccess: () => showToast({ kind: 'success', title: t('deployment.iconSaved'), text: process.name }),
  })
  const saveAndClose = (icon: string | null) => save.mutate(icon, { onSuccess: onClose })
  return (
    <div className={classes.form}>
      <p>{t('deployment.iconText')}</p>
      <Suspense fallback={<SkeletonRows count={7} height={42} />}>
        <IconPicker value={chosen} onChange={setChosen} />
      </Suspense>
      {save.isError ? <ErrorBanner title={t('deployment.iconFailed')} error={save.error} /> : null}
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        {process.isIconChosen ? (
          <Button disabled={save.isPending} onClick={() => saveAndClose(null)}>
            {t('deployment.iconOfModel')}
          </Button>
        ) : null}
        <Button
          variant="filled"
          disabled={chosen === null || chosen === process.icon}
          loading={save.isPending}
          onClick={() => saveAndClose(chosen)}
        >
          {t('deployment.saveIcon')}
        </Button>
      </div>
    </div>
  )
}
