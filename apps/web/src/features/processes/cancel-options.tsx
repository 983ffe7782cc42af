import { Checkbox, Textarea } from '@mantine/core'
import type { InstanceAction } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './instance-data.module.css'

export type CancelAction = Extract<InstanceAction, { kind: 'cancel' }>

/**
 * Returns the fields for the reason of a cancellation and for the steps to skip. They are the same for one instance and
 * several.
 */
export function useCancelOptions() {
  const [reason, setReason] = useState('')
  const [skipsListeners, setSkipsListeners] = useState(false)
  const [skipsIoMappings, setSkipsIoMappings] = useState(false)
  const [isForced, setForced] = useState(false)
  const action: CancelAction = {
    kind: 'cancel',
    reason: reason.trim() || null,
    skipsListeners,
    skipsIoMappings,
    isForced,
  }
  return {
    ...{ action, reason, setReason, skipsListeners, setSkipsListeners, skipsIoMappings, setSkipsIoMappings },
    ...{ isForced, setForced },
    /** The end by force has to be explained. */
    isComplete: !isForced || action.reason !== null,
  }
}

export function CancelOptions(props: ReturnType<typeof useCancelOptions> & { readonly hasSkips: boolean }) {
  const { t } = useTranslation()
  const { isForced, setForced } = props
  const { hasSkips, reason, setReason, skipsListeners, setSkipsListeners, skipsIoMappings, setSkipsIoMappings } = props
  return (
    <div className={classes.options}>
      <Textarea
        label={t('instance.cancelReason')}
        required={isForced}
        description={t('instance.cancelReasonHelp')}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {hasSkips ? (
        <>
          <Checkbox
            label={t('instance.skipListeners')}
            checked={skipsListeners}
            onChange={(event) => setSkipsListeners(event.currentTarget.checked)}
          />
          <Checkbox
            label={t('instance.skipMappings')}
            checked={skipsIoMappings}
            onChange={(event) => setSkipsIoMappings(event.currentTarget.checked)}
          />
          <Checkbox
            label={t('instance.forceEnd')}
            description={t('instance.forceEndHelp')}
            checked={isForced}
            onChange={(event) => setForced(event.currentTarget.checked)}
          />
        </>
      ) : null}
    </div>
  )
}
