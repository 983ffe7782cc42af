import { type AdminSettings, api, type SettingChange, type SettingRow } from '@millrace/contract'
import { checkSetting, type Setting, type SettingKey, type SettingValue, settings } from '@millrace/contract/settings'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../components/toast/show-toast.tsx'
import { hasCode } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import type { Translate } from '../../lib/i18n.ts'

/** An unsaved change of a setting. */
export interface DraftChange {
  /** As it is typed: a number that is being entered may be a text. Null: the default again. */
  readonly value: SettingValue | null
  /** The revision of the setting when the change began. */
  readonly revision: number
}

export interface SettingsDraft {
  readonly changes: ReadonlyMap<SettingKey, DraftChange>
  readonly isSaving: boolean
  readonly error: unknown
  /** Why the value of a setting is refused. */
  faultOf(key: SettingKey): string | undefined
  /** Whether somebody else has saved another value since the change began. */
  isOutdated(row: SettingRow): boolean
  change(row: SettingRow, value: SettingValue | null): void
  /** Lets the change hold over what somebody else has saved. */
  keep(row: SettingRow): void
  undo(key: SettingKey): void
  discard(): void
  save(): void
}

interface Options {
  readonly rows: readonly SettingRow[]
  readonly onSaved: (saved: AdminSettings) => void
  /** Somebody else was faster: the settings are to be read again. */
  readonly onOutdated: () => void
}

/** Returns the unsaved changes of settings by key, which are saved together. */
export function useSettingsDraft({ rows, onSaved, onOutdated }: Options): SettingsDraft {
  const { t } = useTranslation()
  const [changes, setChanges] = useState<ReadonlyMap<SettingKey, DraftChange>>(new Map())
  const [hasTried, setHasTried] = useState(false)
  const set = (key: SettingKey, change: DraftChange | null) =>
    setChanges((before) => {
      const next = new Map(before)
      if (change === null) next.delete(key)
      else next.set(key, change)
      return next
    })
  const mutation = useMutation({
    mutationFn: (sent: readonly SettingChange[]) => call(api.settings.change, { body: { changes: [...sent] } }),
    onSuccess: (saved, sent) => {
      setChanges(new Map())
      setHasTried(false)
      onSaved(saved)
      showToast({ kind: 'success', title: t('adminSettings.saved', { count: sent.length }) })
    },
    onError: (error) => {
      if (hasCode(error, 'thing.changed')) onOutdated()
    },
  })
  const rowOf = new Map(rows.map((row) => [row.key, row]))
  const isOutdated = ({ key, revision }: Pick<SettingRow, 'key' | 'revision'>) => {
    const change = changes.get(key as SettingKey)
    return change !== undefined && change.revision < revision
  }
  return {
    changes,
    isSaving: mutation.isPending,
    error: mutation.error,
    isOutdated,
    faultOf: (key) => {
      const change = changes.get(key)
      if (change === undefined || change.value === null) return undefined
      const fault = hasTried ? describeFault(key, change.value, t) : undefined
      return fault ?? describeFaultOf(mutation.error, key)
    },
    change: (row, value) => {
      const key = row.key as SettingKey
      const isBack = value !== null && row.kind !== 'secret' && value === row.value
      mutation.reset()
      set(key, isBack ? null : { value, revision: changes.get(key)?.revision ?? row.revision })
    },
    keep: (row) => {
      const change = changes.get(row.key as SettingKey)
      if (change !== undefined) set(row.key as SettingKey, { ...change, revision: row.revision })
      mutation.reset()
    },
    undo: (key) => {
      set(key, null)
      mutation.reset()
    },
    discard: () => {
      setChanges(new Map())
      setHasTried(false)
      mutation.reset()
    },
    save: () => {
      setHasTried(true)
      const all = [...changes]
      if (all.some(([key, { value }]) => value !== null && describeFault(key, value, t) !== undefined)) return
      if (all.some(([key]) => rowOf.has(key) && isOutdated(rowOf.get(key) as SettingRow))) return
      mutation.mutate(all.map(([key, change]) => ({ key, ...change })))
    },
  }
}

/** Why a value is refused, as what to enter. Undefined: it is valid. */
function describeFault(key: SettingKey, value: SettingValue, t: Translate): string | undefined {
  const setting: Setting = settings[key]
  const fault = checkSetting(key, typeof value === 'string' ? value.trim() : value)
  if (fault === null) return undefined
  if (setting.kind === 'number')
    return t('adminSettings.faultNumber', {
      min: setting.min.toLocaleString('en'),
      max: setting.max.toLocaleString('en'),
    })
  if (fault.kind === 'length' && 'max' in setting) return t('adminSettings.faultLength', { max: setting.max })
  return t('faults.enter', { wanted: fault.message.replace(/^Expected (.+?)\.$/s, '$1') })
}
