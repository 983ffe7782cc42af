import IconFileText from 'icon:file-text'
import { Button, Modal } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { loadChunk } from '../../lib/load-chunk.ts'
import classes from './app-processes.module.css'

/** With it come thousands of icons, so only when it is wanted. */
const IconPicker = lazy(() => loadChunk(() => import('../../components/icon-picker/icon-picker.tsx')))

interface Props {
  /** `icon:set`, or empty for none. */
  readonly value: string
  readonly isLocked: boolean
  readonly onChange: (icon: string) => void
}

/** The logo of a process. */
export function LogoField({ value, isLocked, onChange }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <fieldset>
      <legend className={classes.label}>{t('appProcesses.icon')}</legend>
      <div className={classes.logo}>
        <Icon value={value || null} size={20} fallback={<IconFileText size={20} stroke={1.6} aria-hidden />} />
        <Button size="xs" disabled={isLocked} onClick={() => setOpen(true)}>
          {t('appProcesses.chooseIcon')}
        </Button>
        {value === '' || isLocked ? null : (
          <Button size="xs" onClick={() => onChange('')}>
            {t('appProcesses.removeIcon')}
          </Button>
        )}
      </div>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('appProcesses.chooseIcon')} size={432}>
        <Suspense fallback={<SkeletonRows count={7} height={42} />}>
          <IconPicker
            value={value || null}
            onChange={(icon) => {
              onChange(icon)
              setOpen(false)
            }}
          />
        </Suspense>
      </Modal>
    </fieldset>
  )
}
