import { Button, Modal, NumberInput, Switch } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../web/src/components/banner/banner.tsx'
import { showToast } from '../../../web/src/components/toast/show-toast.tsx'
import { describeError } from '../../../web/src/lib/api/describe-error.ts'
import { findIntervalFault, intervalLimits } from '../model/check-interval.ts'
import type { AutoSave } from '../work/use-auto-save.ts'
import classes from './dialogs.module.css'

interface Props {
  readonly autoSave: AutoSave
  /** Seconds after which an idle session ends. */
  readonly timeout: number
  readonly onClose: () => void
}

/** The switch and the interval of auto save (specification, sections 2 and 5). */
export function AutoSaveDialog({ autoSave: { settings, change }, timeout, onClose }: Props) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [isOn, setOn] = useState(settings?.isOn ?? false)
  const [interval, setInterval] = useState<number | null>(settings?.isOn === true ? settings.interval : null)
  const [error, setError] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const fault = isOn ? findIntervalFault(interval, timeout) : null
  const [isTried, setTried] = useState(false)
  const turn = (next: boolean) => {
    setOn(next)
    setInterval(next ? intervalLimits.least : null)
    setTried(false)
  }
  const save = async () => {
    setTried(true)
    if (fault !== null || form.current?.checkValidity() === false) return
    setPending(true)
    setError(null)
    try {
      await change({ isOn, interval: isOn ? interval : null })
      showToast({ kind: 'success', title: t('pageCatalogue.autoSaveUpdated') })
      onClose()
    } catch (cause) {
      setError(describeError(cause).message)
    }
    setPending(false)
  }
  const most = timeout - intervalLimits.beforeTimeout
  return (
    <Modal opened onClose={onClose} title={t('designer.autoSave.title')} size={400}>
      <form
        ref={form}
        noValidate
        className={classes.content}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Switch
          label={t('designer.autoSave.switch')}
          checked={isOn}
          data-autofocus
          onChange={(event) => turn(event.currentTarget.checked)}
        />
        <NumberInput
          label={t('designer.autoSave.interval')}
          description={t('designer.autoSave.help')}
          disabled={!isOn}
          required={isOn}
          min={intervalLimits.least}
          max={intervalLimits.most}
          clampBehavior="none"
          allowDecimal={false}
          value={interval ?? ''}
          onChange={(value) => setInterval(typeof value === 'number' ? value : value === '' ? null : Number(value))}
          error={isTried && fault !== null ? t(`designer.autoSave.faults.${fault}`, { most }) : undefined}
        />
        {error === null ? null : (
          <Banner kind="error" title={t('pageCatalogue.autoSave')}>
            {error}
          </Banner>
        )}
        <div className={classes.buttons}>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button type="submit" variant="filled" loading={isPending}>
            {t('designer.choose.save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
